import { MAX_TYPE_CSV_BYTES } from '#contract/task-type.ts'

/** Why a file cannot be imported as task types, or null if it can. */
export function typeCsvProblem(file: { readonly name: string; readonly size: number }): string | null {
  if (!file.name.toLowerCase().endsWith('.csv')) return 'Please select a CSV file'
  if (file.size > MAX_TYPE_CSV_BYTES) return 'File size must be less than 10MB'
  return null
}

/** The file name of an export of task types, with the UTC date and time as digits. */
export function typeExportName(at: Date): string {
  return `sync_task_types_export_${at.toISOString().replace(/\D/g, '')}.csv`
}
