import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { Client } from '#client/client.ts'
import { api } from '#contract/api.ts'
import type { PreviewedRow, TaskImport, TaskImportPreview } from '#contract/task-import.ts'
import { pluralize } from '#domain/pluralize.ts'
import type { Input } from './command-parts.ts'
import { UsageError } from './exit-codes.ts'
import type { Output } from './output.ts'

type File = Awaited<ReturnType<typeof readCsvFile>>

/** Conventional file name for standard input. */
const STANDARD_INPUT = '-'

/** @throws UsageError if the file cannot be read */
export async function readCsvFile(path: string, openInput: () => Input) {
  if (path === STANDARD_INPUT) {
    return { name: 'standard-input.csv', content: new Uint8Array(await buffer(openInput())) }
  }
  const content = await readFile(path).catch((error: Error) => {
    throw new UsageError(`Could not read ${path}: ${error.message}`)
  })
  return { name: basename(path), content: new Uint8Array(content) }
}

export function previewImport(client: Client, file: File): Promise<TaskImportPreview> {
  return client.upload(api.tasks.previewImport, file)
}

export function importFile(client: Client, file: File): Promise<TaskImport> {
  return client.upload(api.tasks.importCsv, file)
}

/** Lists the tasks an import would create and change, and the skipped rows with their reasons. */
export function showPreview({ rows, is_cut, ...counts }: TaskImportPreview, output: Output): void {
  for (const line of rows.flatMap(describeRow)) output.line(line)
  if (is_cut) output.line('…')
  const { created, updated, unchanged, failed } = counts
  output.line(
    `${pluralize(created, 'task')} to create, ${updated} to change, ${unchanged} unchanged, ${failed} to skip.`,
  )
}

function describeRow({ row, kind, name, changes, problem }: PreviewedRow): string[] {
  if (kind === 'skipped') return [`! row ${row}: ${problem}`]
  if (kind === 'created') return [`+ row ${row}: ${name}`]
  return [`~ row ${row}: ${name}`, ...changes.map(({ field, before, after }) => `    ${field}: ${before} → ${after}`)]
}
