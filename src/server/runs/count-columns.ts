import { getTableColumns } from 'drizzle-orm'
import { countNames } from '#domain/runs/run-counts.ts'
import { outcomeNames } from '#domain/runs/run-outcomes.ts'
import { pickColumns } from '#server/storage/recordset.ts'
import { runs } from '#server/storage/schema.ts'

/** Columns for the counts in a run's report. A count or an outcome without a column does not compile. */
export const countColumns = pickColumns(getTableColumns(runs), countNames)
export const outcomeColumns = pickColumns(getTableColumns(runs), outcomeNames)
