import { z } from 'zod'
import { IdParams, numberText } from './field.ts'
import { isObject, listIn, reading } from './reading.ts'
import { route } from './route.ts'

export const DATA_COPY_PAGE_ROWS = 500
/** Maximum size of a page. Cells of a larger page are shortened: `Lorem ipsum… [12345 characters]`. */
export const MAX_DATA_COPY_PAGE_BYTES = 8_000_000
const MAX_PAGE_ROWS = 5000
const MAX_OFFSET = 10_000_000

const CellValue = z.union([z.string(), z.number(), z.boolean(), z.null()])

export const DataCopyColumns = z
  .object({
    /** The task's title, for visitors who may not read the task. */
    title: z.string().optional(),
    available_columns: z.array(z.string()),
    default_selected_columns: z.array(z.string()),
    /** Present if the task's type keeps no cells, so there is nothing to show. */
    keeps_cells: z.literal(false).optional(),
  })
  .register(reading, { from: columnsFrom })
export type DataCopyColumns = z.infer<typeof DataCopyColumns>

export const DataCopyPage = z.object({
  data: z.array(z.record(z.string(), CellValue)),
  total_rows: z.int(),
})
export type DataCopyPage = z.infer<typeof DataCopyPage>

/** The rows of a page as clients read them: not every server counts all rows. */
const SeenDataCopyPage = DataCopyPage.partial({ total_rows: true }).register(reading, { from: listIn('data') })

/** Selects all columns if the reply has no selection. */
function columnsFrom(sent: unknown): unknown {
  const columns = listIn('available_columns')(sent)
  return isObject(columns) ? { default_selected_columns: columns['available_columns'], ...columns } : columns
}

/** The number of screen pages a request asks for. */
function pagesIn(limit: unknown): number {
  const rows = Number(limit)
  return rows > DATA_COPY_PAGE_ROWS ? Math.ceil(Math.min(rows, MAX_PAGE_ROWS) / DATA_COPY_PAGE_ROWS) : 1
}

export const dataCopy = {
  columns: route({
    method: 'GET',
    path: '/api/sync_tasks/:id/data_copy/columns',
    access: 'data_copy',
    summary: "List the columns of a task's data copy",
    params: IdParams,
    reply: DataCopyColumns,
    errors: ['not_found'],
  }),
  page: route({
    method: 'GET',
    path: '/api/sync_tasks/:id/data_copy',
    access: 'data_copy',
    summary: "Get rows of a task's data copy; where a page would exceed 8 MB, its long cells are shortened and say so",
    params: IdParams,
    query: z.object({
      offset: numberText({ label: 'offset', min: 0, max: MAX_OFFSET }).default(0),
      limit: numberText({ label: 'limit', min: 1, max: MAX_PAGE_ROWS }).default(DATA_COPY_PAGE_ROWS),
      /** Column to sort by. If empty or omitted, rows keep their order. */
      sort: z.string().max(16_000).default(''),
      order: z.enum(['asc', 'desc']).default('asc'),
      /** Comma-separated names; a name with a comma is quoted as in CSV. If omitted, all columns. */
      columns: z.string().max(16_000).optional(),
    }),
    reply: DataCopyPage,
    reads: SeenDataCopyPage,
    errors: ['not_found'],
    cost: ({ sort, limit }: Readonly<Record<string, unknown>>) => (sort ? 35 : 0) + 5 * pagesIn(limit),
  }),
}
