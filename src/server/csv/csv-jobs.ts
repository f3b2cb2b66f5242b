import type { Logger } from 'pino'
import { importStatus } from '#domain/csv/summary.ts'
import { MINUTE_MS } from '#domain/time.ts'
import { every } from '#server/pace/every.ts'
import { lockCsvJob } from '#server/storage/advisory-locks.ts'
import type { Database } from '#server/storage/database.ts'
import { addCsvJob, endAbandonedCsvJobs, endCsvJob } from './csv-job-rows.ts'
import { importTaskTypes } from './import-task-types.ts'
import type { CsvRow } from './read-csv.ts'

const SWEEP_MS = 10 * MINUTE_MS

/** Imports that continue after the response. */
export interface CsvJobs extends AsyncDisposable {
  /** Records and starts a job for importing task types. Returns its ID. */
  startTaskTypeImport(file: { fileName: string; rows: readonly CsvRow[]; createdBy: string }): Promise<number>
}

interface Parts {
  database: Pick<Database, 'orm'>
  logger: Logger
  now: () => Date
}

/** At startup and every ten minutes, fails jobs left behind by a dead process. Disposing waits for running jobs. */
export async function startCsvJobs({ database: { orm }, logger, now }: Parts): Promise<CsvJobs> {
  const endAbandoned = () =>
    endAbandonedCsvJobs(orm, {
      error: wholeFile('The server stopped before the import finished. Please import the file again.'),
      now: now(),
    })
  await endAbandoned()
  const onError = (err: unknown) => logger.warn({ err }, 'Could not mark abandoned imports as failed')
  const sweeps = every(SWEEP_MS, { work: endAbandoned, onError })
  const running = new Set<Promise<void>>()

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
      logger.error({ err, jobId }, 'import of task types failed')
      await endCsvJob(orm, { jobId, end: { ...nothingImported(rows.length), finishedAt: now() } })
    }
  }

  return {
    async startTaskTypeImport({ fileName, rows, createdBy }) {
      const job = { type: 'sync_task_type', direction: 'import', fileName, createdBy, createdAt: now() } as const
      const jobId = await addCsvJob(orm, job)
      const working = work({ jobId, rows })
        .catch((err: unknown) => logger.error({ err, jobId }, 'cannot record the end of an import'))
        .finally(() => running.delete(working))
      running.add(working)
      return jobId
    },
    async [Symbol.asyncDispose]() {
      await sweeps[Symbol.asyncDispose]()
      await Promise.all(running)
    },
  }
}

/** Builds a problem with the whole file, reported at row 0: the header. */
function wholeFile(message: string) {
  return { row: 0, message }
}

function nothingImported(totalRows: number) {
  const errors = [wholeFile('Something went wrong on the server and nothing was imported. Please try again.')]
  return { status: 'error', totalRows, succeeded: 0, failed: totalRows, errors } as const
}
