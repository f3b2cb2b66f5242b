import { setTimeout as delay } from 'node:timers/promises'
import { PGlite } from '@electric-sql/pglite'
import { Logger, run, runMigrations } from 'graphile-worker'
import pg from 'pg'
import { fromPglite, PgBoss } from 'pg-boss'
import { type Timing, timed } from './cpu-time.ts'

interface Work {
  jobs: number
  workers: number
}

/** What pg-boss takes to fetch and complete jobs that do nothing, one by one; embedded without a URL. */
export async function timePgBoss({ jobs, workers }: Work, databaseUrl?: string): Promise<Timing> {
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
  const drain = () => Promise.all(Array.from({ length: workers }, () => drainQueue(boss)))
  const timing = await timed(drain, { databaseUrl })
  await boss.stop({ graceful: true })
  await client?.close()
  return timing
}

async function drainQueue(boss: PgBoss): Promise<void> {
  for (;;) {
    const [job] = await boss.fetch('nothing')
    if (!job) return
    await boss.complete('nothing', job.id)
  }
}

/** What graphile-worker takes for jobs that do nothing. */
export async function timeGraphileWorker({ jobs, workers }: Work, databaseUrl: string): Promise<Timing> {
  const logger = new Logger(() => () => undefined)
  const options = { connectionString: databaseUrl, logger, noHandleSignals: true, concurrency: workers }
  await runMigrations(options)
  const client = new pg.Client(databaseUrl)
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
    { databaseUrl },
  )
  await client.end()
  return timing
}
