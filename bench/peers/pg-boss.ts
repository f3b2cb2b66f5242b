import { PGlite } from '@electric-sql/pglite'
import { fromPglite, PgBoss } from 'pg-boss'
import { timed } from '../queue/cpu-time.ts'
import type { PeerQueue } from '../queue/peer-queue.ts'

export const peer: PeerQueue = async ({ jobs, workers }, databaseUrl) => {
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
