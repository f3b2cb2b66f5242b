import { cp, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { PGlite } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'
import { HOUR_MS } from '#domain/time.ts'
import { every } from '#server/pace/every.ts'
import { type Database, EMBEDDED_FOLDER, type OpenOptions } from './database.ts'
import { describeFullDisk, explainFullDisk } from './disk-space.ts'
import { migrate } from './migrate.ts'
import { createOutageLog, type OutageLog } from './outage-log.ts'
import { NO_RESPONSE, responds } from './responds.ts'
import * as schema from './schema.ts'
import { shareThread } from './share-thread.ts'

/** Time between two vacuums: the embedded database has no autovacuum to reclaim the space of deleted rows. */
const VACUUM_EVERY_MS = HOUR_MS
/**
 * Smaller buffers than PostgreSQL's default of 128 MB, all of which it would use. The operating system caches its files anyway.
 */
const SHARED_BUFFERS = ['-c', 'shared_buffers=32MB']

export async function openEmbedded(
  dataDir: string,
  { logger, now, fillNew, beforeUpgrade, vacuumEveryMs = VACUUM_EVERY_MS }: OpenOptions,
): Promise<Database> {
  const folder = join(dataDir, EMBEDDED_FOLDER)
  // Optimize one function at a time, because the largest functions of the database take hundreds of megabytes.
  setFlagsFromString('--wasm-num-compilation-tasks=1')
  await mkdir(folder, { recursive: true })
  await using parts = new AsyncDisposableStack()
  const startParams = [...PGlite.defaultStartParams, ...SHARED_BUFFERS]
  const client = await explainFullDisk(folder, () => PGlite.create(folder, { startParams }))
  parts.defer(() => client.close())
  shareThread(client)
  const orm = drizzle({ client, schema, casing: 'snake_case' })
  await explainFullDisk(folder, () => migrate(orm, { fillNew, beforeUpgrade }))
  const outage = createOutageLog({ logger, now, messages: VACUUM_MESSAGES })
  parts.use(every(vacuumEveryMs, { work: () => vacuum(client, outage), onError: outage.failed }))
  const opened = parts.move()
  return {
    orm,
    pool: undefined,
    async listen(channel, { onPayload }) {
      const stop = await client.listen(channel, onPayload)
      return { stop: () => stop() }
    },
    problem: async () =>
      (await describeFullDisk(folder)) ?? ((await responds(client.query('SELECT 1'))) ? undefined : NO_RESPONSE),
    acceptsConnections: undefined,
    copyFiles: async (target) => {
      // The transaction holds the only connection, so the files stay consistent while they are copied.
      await orm.transaction(() => cp(folder, join(target, EMBEDDED_FOLDER), { recursive: true }))
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

const VACUUM_MESSAGES = {
  failed: 'Reclaiming space in the embedded database failed; trying again every hour',
  succeeded: 'Reclaiming space in the embedded database works again',
}

async function vacuum(client: PGlite, outage: OutageLog): Promise<void> {
  await client.exec('VACUUM ANALYZE')
  outage.succeeded()
}
