import type { TaskFormValues } from './task-form.ts'

interface Option {
  readonly value: string
  readonly label: string
}

/** Options of choice fields with their labels. */
export const FIELD_OPTIONS = {
  mode: [
    { value: 'mirror', label: 'Make the target equal the source' },
    { value: 'append', label: 'Add the rows below earlier ones' },
    { value: 'update', label: 'Update rows with the same key' },
  ],
  missing_rows: [
    { value: 'keep', label: 'Leave them as they are' },
    { value: 'clear', label: 'Clear them' },
  ],
  header: [
    { value: '', label: 'If it is row 1, or with a target cell' },
    { value: 'true', label: 'Write it' },
    { value: 'false', label: 'Leave it out' },
  ],
  hidden_rows: [
    { value: 'copy', label: 'Copy them' },
    { value: 'skip', label: 'Leave them out' },
  ],
  beside: [
    { value: 'ask', label: 'Ask before it ends up beside another row' },
    { value: 'leave', label: 'Leave it in its place' },
    { value: 'carry', label: 'Move whole rows along' },
  ],
  when_source_fails: [
    { value: 'keep_its_rows', label: 'Keep its last rows, copy the others' },
    { value: 'hold', label: 'Copy nothing' },
  ],
  unmatched: [
    { value: 'hold', label: 'Copy nothing, and hold the run' },
    { value: 'report', label: 'Copy the other rows' },
  ],
} as const satisfies { readonly [Field in keyof TaskFormValues]?: readonly Option[] }

/** Finds the label of a choice; undefined for a field without choices. */
export function findOptionLabel(field: string, value: unknown): string | undefined {
  const options: readonly Option[] = FIELD_OPTIONS[field as keyof typeof FIELD_OPTIONS] ?? []
  return options.find((option) => option.value === value)?.label
}
