import type { Logger } from 'pino'
import { importStatus } from '#domain/csv/summary.ts'
import { MINUTE_MS } from '#domain/time.ts'
import { lockCsvJob } from '#server/storage/advisory-locks.ts'
import type { Database } from '#server/storage/database.ts'
import { addCsvJob, endAbandonedCsvJobs, endCsvJob } from './csv-job-rows.ts'
import { importTaskTypes } from './import-task-types.ts'
import type { CsvRow } from './read-csv.ts'

const SWEEP_MS = 10 * MINUTE_MS

/** Imports that go on after their call was answered. */
export interface CsvJobs extends AsyncDisposable {
  /** Records a job that imports task types, starts it and answers its id. */
  startTaskTypeImport(wanted: { fileName: string; rows: readonly CsvRow[]; createdBy: string }): Promise<number>
}

interface Parts {
  database: Pick<Database, 'orm'>
  logger: Logger
  now: () => Date
}

/** Ends the jobs that a dead process left behind, at once and now and then; disposing of the answer waits for the jobs that are still going. */
export async function startCsvJobs({ database: { orm }, logger, now }: Parts): Promise<CsvJobs> {
  const endAbandoned = () =>
    endAbandonedCsvJobs(orm, { error: wholeFile('The server stopped before the job was done.'), now: now() })
  await endAbandoned()
  const sweep = setInterval(() => {
    endAbandoned().catch((err: unknown) => logger.warn({ err }, 'Abandoned imports could not be ended'))
  }, SWEEP_MS).unref()
  const going = new Set<Promise<void>>()

  async function work({ jobId, rows }: { jobId: number; rows: readonly CsvRow[] }): Promise<void> {
    try {
      await orm.transaction(async (tx) => {
        await lockCsvJob(tx, jobId)
        const counts = await importTaskTypes(tx, rows)
        const { created, updated, unchanged, failed, errors } = counts
        const succeeded = created + updated + unchanged
        const totals = { totalRows: succeeded + failed, succeeded, failed, errors: [...errors] }
        await endCsvJob(tx, { jobId, end: { ...totals, status: importStatus(counts), finishedAt: now() } })
      })
    } catch (err) {
      logger.error({ err, jobId }, 'An import of task types failed')
      await endCsvJob(orm, { jobId, end: { ...nothingTaken(rows.length), finishedAt: now() } })
    }
  }

  return {
    async startTaskTypeImport({ fileName, rows, createdBy }) {
      const job = { type: 'sync_task_type', direction: 'import', fileName, createdBy, createdAt: now() } as const
      const jobId = await addCsvJob(orm, job)
      const working = work({ jobId, rows })
        .catch((err: unknown) => logger.error({ err, jobId }, 'The end of an import could not be recorded'))
        .finally(() => going.delete(working))
      going.add(working)
      return jobId
    },
    async [Symbol.asyncDispose]() {
      clearInterval(sweep)
      await Promise.all(going)
    },
  }
}

/** What concerns no single row stands at row 0, the header's. */
function wholeFile(message: string) {
  return { row: 0, message }
}

function nothingTaken(totalRows: number) {
  const errors = [wholeFile('Something went wrong on the server, and no row was taken. Please try again.')]
  return { status: 'error', totalRows, succeeded: 0, failed: totalRows, errors } as const
}
