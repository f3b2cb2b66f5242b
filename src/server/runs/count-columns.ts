import { getTableColumns } from 'drizzle-orm'
import { countNames } from '#domain/runs/run-counts.ts'
import { pickColumns } from '#server/storage/recordset.ts'
import { runs } from '#server/storage/schema.ts'

/** The columns of what a run reports. A count without a column does not compile. */
export const countColumns = pickColumns(getTableColumns(runs), countNames)
