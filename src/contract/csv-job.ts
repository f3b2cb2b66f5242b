import { z } from 'zod'
import { Id, numberText, Timestamp } from './field.ts'
import { listIn, reading } from './reading.ts'
import { route } from './route.ts'

/** Why a row of an imported file was skipped, and the place of the problem, if known. */
export const RowProblem = z.object({
  /** Counts as spreadsheet programs do: the header is row 1. */
  row: z.int(),
  message: z.string(),
  /** The name in the row. */
  name: z.string().optional(),
  /** Column with the problem, and its text in the row. */
  column: z.string().optional(),
  value: z.string().optional(),
})
export type RowProblem = z.infer<typeof RowProblem>

export const CsvJob = z.object({
  job_id: Id,
  type: z.enum(['sync_task_type', 'sync_task']),
  direction: z.enum(['import', 'export']),
  status: z.enum(['running', 'success', 'partial_success', 'error']),
  file_name: z.string(),
  total_rows: z.int(),
  succeeded: z.int(),
  failed: z.int(),
  errors: z.array(RowProblem),
  created_at: Timestamp,
  finished_at: Timestamp.nullable(),
})
export type CsvJob = z.infer<typeof CsvJob>

/** The ID of a job of any server. */
export const AnyJobId = z.union([z.string(), z.number()])

/** A job as seen by a client. The specification defines only its ID. */
const SeenCsvJob = CsvJob.partial().extend({ job_id: AnyJobId, status: z.string().optional() })
export type SeenCsvJob = z.infer<typeof SeenCsvJob>

export const csvJobs = {
  list: route({
    method: 'GET',
    path: '/csv_jobs/api/csv_import_export_jobs',
    access: 'member',
    summary: 'List recent CSV jobs, newest first',
    query: z.object({
      type: CsvJob.shape.type.default('sync_task_type'),
      limit: numberText({ label: 'limit', min: 1, max: 100 }).default(5),
    }),
    reply: z.object({ jobs: z.array(CsvJob) }),
    reads: z.object({ jobs: z.array(SeenCsvJob) }).register(reading, { from: listIn('jobs') }),
    errors: [],
  }),
}
