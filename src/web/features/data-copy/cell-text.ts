import type { DataCopyPage } from '#contract/data-copy.ts'

type Row = DataCopyPage['data'][number]

/** A cell's value as displayed. */
export function cellText(value: Row[string] | undefined): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE'
  return String(value)
}
