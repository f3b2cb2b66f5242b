import type { DataCopyPage } from '#contract/data-copy.ts'

type Row = DataCopyPage['data'][number]

/** A cell as it reads on the screen. */
export function cellText(value: Row[string] | undefined): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE'
  return String(value)
}
