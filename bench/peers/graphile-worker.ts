import { setTimeout as delay } from 'node:timers/promises'
import { Logger, run, runMigrations } from 'graphile-worker'
import pg from 'pg'
import { timed } from '../queue/cpu-time.ts'
import type { PeerQueue } from '../queue/peer-queue.ts'

export const peer: PeerQueue = async ({ jobs, workers }, connectionString) => {
  if (connectionString === undefined) throw new Error('graphile-worker needs a PostgreSQL server')
  const logger = new Logger(() => () => undefined)
  const options = { connectionString, logger, noHandleSignals: true, concurrency: workers }
  await runMigrations(options)
  const client = new pg.Client(connectionString)
  await client.connect()
  await client.query(`select graphile_worker.add_job('nothing') from generate_series(1, ${jobs})`)
  let done = 0
  const nothing = async () => {
    done += 1
  }
  const timing = await timed(
    async () => {
      const runner = await run({ ...options, taskList: { nothing } })
      while (done < jobs) await delay(5)
      await runner.stop()
    },
    { databaseUrl: connectionString },
  )
  await client.end()
  return timing
}
