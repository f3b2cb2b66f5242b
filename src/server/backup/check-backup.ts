import { BackupError, damagedBackup } from './backup-error.ts'
import { readBackup } from './backup-folder.ts'
import { type DumpEnd, parseDumpLine } from './dump-line.ts'
import { type RowCounts, requireReadable } from './load-dump.ts'
import { requireSpreadsheets } from './spreadsheet-store.ts'
import { summarizeRows, type TableSummary } from './table-summary.ts'

interface ReadDump {
  readonly hasSpreadsheets: boolean
  readonly tables: ReadonlyMap<string, TableSummary>
  /** Summary stored in the backup. */
  readonly end: DumpEnd
}

/**
 * Reads a whole backup and compares it with the summary at its end. Needs no database. Returns the number of rows per table.
 *
 * @throws BackupError if a file, a table or a row is missing or differs
 */
export async function checkBackup(folder: string): Promise<RowCounts> {
  const { tables, end, hasSpreadsheets } = await readDump(readBackup(folder))
  for (const [name, expected] of Object.entries(end.tables)) {
    const { rows, sha256 } = tables.get(name) ?? { rows: 0, sha256: undefined }
    if (rows === expected.rows && sha256 === expected.sha256) continue
    throw new BackupError(
      `The backup is damaged: its table ${name} has ${rows} of ${expected.rows} rows, or other content. Use another one.`,
    )
  }
  requireSpreadsheets(folder, { isRequired: hasSpreadsheets })
  return Object.fromEntries(Object.entries(end.tables).map(([name, { rows }]) => [name, rows]))
}

async function readDump(lines: AsyncIterable<string>): Promise<ReadDump> {
  const tables = new Map<string, TableSummary>()
  let hasSpreadsheets: boolean | undefined
  let table: { name: string; summary: ReturnType<typeof summarizeRows> } | undefined
  for await (const text of lines) {
    const line = parseDumpLine(text)
    if (line === undefined) table?.summary.add(text)
    if (line?.kind === 'start') hasSpreadsheets = requireReadable(line).hasSpreadsheets ?? false
    if (line?.kind !== 'table' && line?.kind !== 'end') continue
    if (hasSpreadsheets === undefined) throw damagedBackup()
    if (table) tables.set(table.name, table.summary.end())
    if (line.kind === 'end') return { tables, end: line, hasSpreadsheets }
    table = { name: line.name, summary: summarizeRows() }
  }
  throw damagedBackup()
}
