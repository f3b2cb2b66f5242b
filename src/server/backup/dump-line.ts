import { z } from 'zod'
import { BackupError } from './backup-error.ts'
import { TableSummary } from './table-summary.ts'

export const FORMAT = 'nano-sync-1'

const DumpStart = z.object({
  kind: z.literal('start'),
  format: z.literal(FORMAT),
  createdAt: z.iso.datetime(),
  schemaVersion: z.int().min(1),
  /** Name of the last applied migration. It distinguishes schemas with the same number of migrations. */
  migration: z.string(),
  /** Whether the backup includes the embedded provider's spreadsheets. Missing in backups of release 3.0.0. */
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
/** Line other than a row. In the file it is a JSON array while a row is an object, so rows need no parsing. */
export type DumpLine = z.infer<typeof DumpLine>

/**
 * Parses a line; undefined for a row.
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
