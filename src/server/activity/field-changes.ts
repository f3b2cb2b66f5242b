import type { FieldChange } from '#contract/field-change.ts'
import { formatFieldValue } from '#domain/shape/field-text.ts'

const MAX_VALUE_LENGTH = 500

type Values = Readonly<Record<string, unknown>>

/** Lists the fields that differ between two states; a missing state is undefined. */
export function fieldChanges({ before, after }: { before?: Values; after?: Values }): FieldChange[] {
  const fields = Object.keys({ ...before, ...after })
  return fields
    .map((field) => ({ field, before: formatValue(before, field), after: formatValue(after, field) }))
    .filter((change) => change.before !== change.after)
    .map(({ field, before: old, after: now }) => ({ field, before: shortened(old), after: shortened(now) }))
}

function formatValue(values: Values | undefined, field: string): string | null {
  if (values === undefined) return null
  return formatFieldValue(values[field])
}

function shortened(text: string | null): string | null {
  if (text === null || text.length <= MAX_VALUE_LENGTH) return text
  return `${text.slice(0, MAX_VALUE_LENGTH - 1).toWellFormed()}…`
}
