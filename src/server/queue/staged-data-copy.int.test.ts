import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { dataCopies } from '#server/storage/schema.ts'
import { startTestCluster } from '#tests/support/test-cluster.ts'
import { stageDataCopy } from './staged-data-copy.ts'

test('an attempt deletes its data copy as soon as the database lets it', async () => {
  await using cluster = await startTestCluster()
  const { orm, now } = cluster
  const taskId = await cluster.addTask(await cluster.addType())
  const staged = stageDataCopy({ orm, taskId, now, retryDelaysMs: Array(100).fill(50) })
  const writer = await staged.store.open(['A'])
  await writer.append([['row']])
  await writer.publish()
  await orm.execute(sql`create function refuse() returns trigger language plpgsql as $$ begin raise 'no'; end $$`)
  await orm.execute(sql`create trigger refuse before delete on data_copies execute function refuse()`)
  const disposed = staged[Symbol.asyncDispose]()
  await delay(200)
  expect(await orm.$count(dataCopies)).toBe(1)
  await orm.execute(sql`drop trigger refuse on data_copies`)
  await disposed
  expect(await orm.$count(dataCopies)).toBe(0)
})
