import { setTimeout as delay } from 'node:timers/promises'
import { PGlite } from '@electric-sql/pglite'
import { Logger, run, runMigrations } from 'graphile-worker'
import pg from 'pg'
import { fromPglite, PgBoss } from 'pg-boss'

interface Work {
  jobs: number
  workers: number
}

/** How many seconds pg-boss takes to fetch and complete jobs that do nothing, one by one; embedded without a URL. */
export async function timePgBoss({ jobs, workers }: Work, databaseUrl?: string): Promise<number> {
  const client = databaseUrl === undefined ? await PGlite.create() : undefined
  const embedded = client && { backend: 'pglite' as const, db: fromPglite(client) }
  const boss = new PgBoss({
    ...(databaseUrl !== undefined && { connectionString: databaseUrl }),
    ...embedded,
    schedule: false,
  })
  boss.on('error', (error) => console.error(error.message))
  await boss.start()
  await boss.createQueue('nothing', { retryLimit: 0 })
  await boss.insert(
    'nothing',
    Array.from({ length: jobs }, () => ({ data: {} })),
  )
  const startedAt = performance.now()
  await Promise.all(Array.from({ length: workers }, () => drainQueue(boss)))
  const seconds = secondsSince(startedAt)
  await boss.stop({ graceful: true })
  await client?.close()
  return seconds
}

async function drainQueue(boss: PgBoss): Promise<void> {
  for (;;) {
    const [job] = await boss.fetch('nothing')
    if (!job) return
    await boss.complete('nothing', job.id)
  }
}

/** How many seconds graphile-worker takes for jobs that do nothing. */
export async function timeGraphileWorker({ jobs, workers }: Work, databaseUrl: string): Promise<number> {
  const logger = new Logger(() => () => undefined)
  const options = { connectionString: databaseUrl, logger, noHandleSignals: true, concurrency: workers }
  await runMigrations(options)
  const client = new pg.Client(databaseUrl)
  await client.connect()
  await client.query(`select graphile_worker.add_job('nothing') from generate_series(1, ${jobs})`)
  let done = 0
  const startedAt = performance.now()
  const nothing = async () => {
    done += 1
  }
  const runner = await run({ ...options, taskList: { nothing } })
  while (done < jobs) await delay(5)
  const seconds = secondsSince(startedAt)
  await runner.stop()
  await client.end()
  return seconds
}

export function secondsSince(startedAt: number): number {
  return (performance.now() - startedAt) / 1000
}
