import { desc, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { CsvJob, RowFault } from '#contract/csv-job.ts'
import type { Orm } from '#server/storage/database.ts'
import { csvJobs } from '#server/storage/schema.ts'

type CsvJobRow = typeof csvJobs.$inferSelect
export type CsvJobEnd = Pick<CsvJobRow, 'status' | 'totalRows' | 'succeeded' | 'failed' | 'errors' | 'finishedAt'>

/** Told apart from other advisory locks by this number; the other half of the key is the job's id. */
const JOB_LOCK = 7_206_543

/** Recent jobs of a type, newest first. */
export async function listCsvJobs(
  orm: Orm,
  { type, limit }: { type: CsvJob['type']; limit: number },
): Promise<CsvJobRow[]> {
  return orm.select().from(csvJobs).where(eq(csvJobs.type, type)).orderBy(desc(csvJobs.id)).limit(limit)
}

/** Records a job and answers its id. */
export async function addCsvJob(
  orm: Orm,
  job: Pick<CsvJobRow, 'type' | 'direction' | 'fileName' | 'createdBy' | 'createdAt'> & Partial<CsvJobEnd>,
): Promise<number> {
  const [added] = await orm
    .insert(csvJobs)
    .values({ status: 'running', ...job })
    .returning({ id: csvJobs.id })
  if (!added) throw new Error('A recorded CSV job came back without its id')
  return added.id
}

export async function endCsvJob(orm: Orm, { jobId, end }: { jobId: number; end: CsvJobEnd }): Promise<void> {
  await orm.update(csvJobs).set(end).where(eq(csvJobs.id, jobId))
}

/** Shows that a job is being worked on, until the transaction ends or its process dies. */
export async function holdCsvJob(tx: Orm, jobId: number): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${JOB_LOCK}::integer, ${jobId}::integer)`)
}

/** Ends the jobs that claim to run while nobody works on them: their process died. */
export async function endAbandonedCsvJobs(orm: Orm, { error, now }: { error: RowFault; now: Date }): Promise<void> {
  await orm.transaction(async (tx) => {
    const running = await tx.select({ id: csvJobs.id }).from(csvJobs).where(eq(csvJobs.status, 'running'))
    for (const { id } of running) {
      const { rows } = z
        .object({ rows: z.array(z.object({ is_free: z.boolean() })) })
        .parse(await tx.execute(sql`select pg_try_advisory_xact_lock(${JOB_LOCK}::integer, ${id}::integer) as is_free`))
      if (!rows[0]?.is_free) continue
      await tx
        .update(csvJobs)
        .set({ status: 'error', errors: [error], finishedAt: now })
        .where(eq(csvJobs.id, id))
    }
  })
}
