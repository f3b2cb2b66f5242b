import { desc, eq, sql } from 'drizzle-orm'
import type { CsvJob, RowProblem } from '#contract/csv-job.ts'
import { tryLockCsvJob } from '#server/storage/advisory-locks.ts'
import type { Orm } from '#server/storage/database.ts'
import { csvJobs } from '#server/storage/schema.ts'

/** Maximum jobs of a type. Older jobs are deleted. */
const MAX_JOBS_PER_TYPE = 1000

type CsvJobRow = typeof csvJobs.$inferSelect
export type CsvJobEnd = Pick<CsvJobRow, 'status' | 'totalRows' | 'succeeded' | 'failed' | 'errors' | 'finishedAt'>

/** Recent jobs of a type, newest first. */
export async function listCsvJobs(
  orm: Orm,
  { type, limit }: { type: CsvJob['type']; limit: number },
): Promise<CsvJobRow[]> {
  return orm.select().from(csvJobs).where(eq(csvJobs.type, type)).orderBy(desc(csvJobs.id)).limit(limit)
}

/** Records a job. Returns its ID. */
export async function addCsvJob(
  orm: Orm,
  job: Pick<CsvJobRow, 'type' | 'direction' | 'fileName' | 'createdBy' | 'createdAt'> & Partial<CsvJobEnd>,
): Promise<number> {
  const [added] = await orm
    .insert(csvJobs)
    .values({ status: 'running', ...job })
    .returning({ id: csvJobs.id })
  if (!added) throw new Error('INSERT of a CSV job returned no row')
  return added.id
}

export async function endCsvJob(orm: Orm, { jobId, end }: { jobId: number; end: CsvJobEnd }): Promise<void> {
  await orm.update(csvJobs).set(end).where(eq(csvJobs.id, jobId))
}

/** Fails jobs still marked as running after their process has ended. */
export async function endAbandonedCsvJobs(orm: Orm, { error, now }: { error: RowProblem; now: Date }): Promise<void> {
  await orm.transaction(async (tx) => {
    const running = await tx.select({ id: csvJobs.id }).from(csvJobs).where(eq(csvJobs.status, 'running'))
    for (const { id } of running) {
      if (!(await tryLockCsvJob(tx, id))) continue
      await tx
        .update(csvJobs)
        .set({ status: 'error', errors: [error], finishedAt: now })
        .where(eq(csvJobs.id, id))
    }
  })
}

/** Deletes the oldest jobs of each type above the maximum. */
export async function deleteOldCsvJobs(orm: Orm): Promise<void> {
  await orm.execute(sql`
    delete from ${csvJobs} where ${csvJobs.status} <> 'running' and ${csvJobs.id} in (
      select id from (
        select id, row_number() over (partition by type order by id desc) as place from ${csvJobs}
      ) ranked where place > ${MAX_JOBS_PER_TYPE})`)
}
