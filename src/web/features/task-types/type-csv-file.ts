import { MAX_TYPE_CSV_BYTES } from '#contract/task-type.ts'

/** Why a file cannot be imported as task types, or null when it can be sent. */
export function typeCsvFault(file: { readonly name: string; readonly size: number }): string | null {
  if (!file.name.toLowerCase().endsWith('.csv')) return 'Please select a CSV file'
  if (file.size > MAX_TYPE_CSV_BYTES) return 'File size must be less than 10MB'
  return null
}

/** The name under which exported task types are saved: the moment's UTC date and time, in digits alone. */
export function typeExportName(at: Date): string {
  return `sync_task_types_export_${at.toISOString().replace(/\D/g, '')}.csv`
}
