import { Readable } from 'node:stream'
import { type CsvJob, csvJobs } from '#contract/csv-job.ts'
import { Refusal } from '#contract/errors.ts'
import { tasks } from '#contract/task-routes.ts'
import { MAX_TYPE_CSV_ROWS, taskTypes } from '#contract/task-type.ts'
import { importStatus, importSummary } from '#domain/csv/summary.ts'
import { requiredTaskTypeColumns, taskTypeTable } from '#domain/csv/tables.ts'
import { createPace, type Pace } from '#engine/pace/pace.ts'
import { addCsvJob, listCsvJobs } from '#server/csv/csv-job-rows.ts'
import { exportTaskTypes } from '#server/csv/export-task-types.ts'
import { exportTasks } from '#server/csv/export-tasks.ts'
import { importTasks } from '#server/csv/import-tasks.ts'
import { previewTaskImport } from '#server/csv/preview-task-import.ts'
import { type CsvRow, readCsv } from '#server/csv/read-csv.ts'
import { createUploadStore } from '#server/csv/stored-upload.ts'
import type { Context } from '#server/http/context.ts'
import { type Handler, handler, type RawResponse, type UploadedFile } from '#server/http/handler.ts'
import { listTaskTypes } from '#server/task-types/read-task-types.ts'

const MAX_NAME_LENGTH = 200

const typeLimits = { known: taskTypeTable.columns, required: requiredTaskTypeColumns, maxRows: MAX_TYPE_CSV_ROWS }

/** Handlers for the export and import of tasks and task types as CSV, and for the list of CSV jobs. */
export function csvJobHandlers(
  context: Pick<Context, 'csvJobs' | 'database' | 'lenders' | 'titleReader' | 'now'>,
): Handler[] {
  const { orm } = context.database
  const uploads = createUploadStore()
  return [
    handler(csvJobs.list, async ({ query }) => ({ jobs: (await listCsvJobs(orm, query)).map(presentCsvJob) })),
    handler(tasks.exportCsv, async () => csvFile('sync_tasks_export.csv', Readable.from(exportTasks(orm)))),
    handler(tasks.importCsv, async ({ file, caller }) => {
      await using upload = await uploads.store(file.stream)
      const counts = await importTasks(orm, { file: upload.open(), importedBy: caller.email, lenders: context.lenders })
      context.titleReader.readMissing()
      return { ...counts, status: importStatus(counts), message: importSummary(counts, 'task') }
    }),
    handler(tasks.previewImport, async ({ file, caller }) => {
      await using upload = await uploads.store(file.stream)
      return await previewTaskImport(orm, { file: upload.open(), importedBy: caller.email, lenders: context.lenders })
    }),
    handler(taskTypes.exportCsv, async ({ caller }) => {
      const types = await listTaskTypes(orm)
      const fileName = `sync_task_types_export_${formatDigits(context.now())}.csv`
      const jobId = await recordExport(context, { fileName, rowCount: types.length, createdBy: caller.email })
      return csvFile(fileName, Readable.from(exportTaskTypes(types)), { 'x-csv-job-id': String(jobId) })
    }),
    handler(taskTypes.importCsv, async ({ file, caller }) => {
      const rows = await readTaskTypeRows(file, createPace({ person: caller.email }))
      const fileName = storableName(file.name)
      const jobId = await context.csvJobs.startTaskTypeImport({ fileName, rows, createdBy: caller.email })
      return { job_id: jobId }
    }),
  ]
}

/**
 * Cleans a file name, because a client can choose it freely. The database stores no control characters and no unpaired
 * surrogates.
 */
function storableName(name: string): string {
  return name.slice(0, MAX_NAME_LENGTH).replaceAll(/[\p{Cc}\p{Cs}]/gu, '')
}

/** Reads the whole file before the response, so the response can report problems of the file. */
async function readTaskTypeRows(file: UploadedFile, pace: Pace): Promise<CsvRow[]> {
  if (!/\.csv$/i.test(file.name)) throw new Refusal('invalid', 'Please select a CSV file')
  const rows: CsvRow[] = []
  for await (const row of readCsv(file.stream, { ...typeLimits, pace })) rows.push(row)
  return rows
}

async function recordExport(
  { database, now }: Pick<Context, 'database' | 'now'>,
  { fileName, rowCount, createdBy }: { fileName: string; rowCount: number; createdBy: string },
): Promise<number> {
  const counts = { totalRows: rowCount, succeeded: rowCount, failed: 0 }
  const job = { status: 'success', ...counts, createdAt: now(), finishedAt: now() } as const
  return addCsvJob(database.orm, { type: 'sync_task_type', direction: 'export', fileName, createdBy, ...job })
}

function csvFile(name: string, body: Readable, headers: Record<string, string> = {}): RawResponse {
  return { body, headers: { ...headers, 'content-disposition': `attachment; filename="${name}"` } }
}

/** Formats a time in UTC as digits, such as 20260131042759123. */
function formatDigits(time: Date): string {
  return time.toISOString().replaceAll(/\D/g, '')
}

function presentCsvJob(job: Awaited<ReturnType<typeof listCsvJobs>>[number]): CsvJob {
  return {
    job_id: job.id,
    type: job.type,
    direction: job.direction,
    status: job.status,
    file_name: job.fileName,
    total_rows: job.totalRows,
    succeeded: job.succeeded,
    failed: job.failed,
    errors: job.errors,
    created_at: job.createdAt.toISOString(),
    finished_at: job.finishedAt?.toISOString() ?? null,
  }
}
