import { z } from 'zod'
import { BackupError } from './backup-error.ts'
import { TableSummary } from './table-summary.ts'

export const FORMAT = 'nano-sync-1'

const DumpStart = z.object({
  kind: z.literal('start'),
  format: z.literal(FORMAT),
  createdAt: z.iso.datetime(),
  schemaVersion: z.int().min(1),
  /** The last migration applied. It distinguishes schemas with the same number of migrations. */
  migration: z.string(),
  /** Whether the spreadsheets of the embedded provider belong to the backup. Release 3.0.0 does not say. */
  hasSpreadsheets: z.boolean().optional(),
})
const DumpTable = z.object({ kind: z.literal('table'), name: z.string() })
const DumpEnd = z.object({
  kind: z.literal('end'),
  tables: z.record(z.string(), TableSummary.extend({ lastId: z.number().nullable() })),
})
const DumpLine = z.discriminatedUnion('kind', [DumpStart, DumpTable, DumpEnd])

export type DumpStart = z.infer<typeof DumpStart>
export type DumpEnd = z.infer<typeof DumpEnd>
/** A line that is not a row. In the file it is a JSON array, and a row is an object, so rows need no parsing. */
export type DumpLine = z.infer<typeof DumpLine>

/**
 * Undefined for a row.
 *
 * @throws BackupError
 */
export function parseDumpLine(text: string): DumpLine | undefined {
  if (text.startsWith('{')) return undefined
  const parsed = z.tuple([DumpLine]).safeParse(parseJson(text))
  if (parsed.success) return parsed.data[0]
  throw new BackupError('This is not a backup that this version of Nano Sync can read, or the file is damaged.')
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
