import { z } from 'zod'
import { invalidArgument } from '../google-error.ts'
import type { DataSourceTable, PivotTable } from '../store/computed-tables.ts'

const index = z.int().min(0).optional()

const pivotTable = z.strictObject({
  source: z.strictObject({
    sheetId: index,
    startRowIndex: index,
    endRowIndex: z.int(),
    startColumnIndex: index,
    endColumnIndex: z.int(),
  }),
  rows: z
    .array(
      z.strictObject({
        sourceColumnOffset: index,
        showTotals: z.boolean().optional(),
        sortOrder: z.literal('ASCENDING').optional(),
      }),
    )
    .length(1),
  values: z
    .array(
      z.strictObject({
        sourceColumnOffset: index,
        summarizeFunction: z.enum(['SUM', 'COUNTA']),
        name: z.string().optional(),
      }),
    )
    .min(1),
  valueLayout: z.literal('HORIZONTAL').optional(),
})

const dataSourceTable = z.strictObject({
  dataSourceId: z.string(),
  columns: z.array(z.strictObject({ name: z.string() })).min(1),
  rowLimit: z.int().min(1).max(1000).optional(),
})

/** @throws GoogleError for a pivot table this provider does not compute. */
export function readPivotTable(sent: object): PivotTable {
  const { data } = pivotTable.safeParse(sent)
  if (data) return data
  throw invalidArgument(
    'This provider computes pivot tables with one row field, sorted in ascending order, and values by SUM or COUNTA.',
  )
}

/** @throws GoogleError for a connected table this provider does not show. */
export function readDataSourceTable(sent: object): DataSourceTable {
  const { data } = dataSourceTable.safeParse(sent)
  if (data) return data
  throw invalidArgument('This provider shows connected tables with a data source, named columns and a row limit alone.')
}
