import { SegmentedControl, Select } from '@mantine/core'
import { ChangeKind } from '#contract/change-kind.ts'
import { formatCount } from '../lib/format.ts'
import classes from './change-filter.module.css'
import { columnLabel } from './column-label.ts'

export interface ChangeFilterValue {
  readonly kind?: ChangeKind | undefined
  /** Counts from 1. */
  readonly column?: number | undefined
  /** Value whose target has the cells, for a task that hands rows out. */
  readonly target?: string | undefined
}

interface Props {
  value: ChangeFilterValue
  /** Number of changes of each kind. */
  counts: Readonly<Record<ChangeKind, number>>
  columns: readonly { column: number; name: string }[]
  /** Values of the targets; empty for a single target. */
  targets?: readonly string[]
  onChange: (value: ChangeFilterValue) => void
}

const ANY = 'any'
const LABELS: Readonly<Record<ChangeKind, string>> = { filled: 'Filled', changed: 'Changed', cleared: 'Cleared' }

/** Filters the list of changed cells. */
export function ChangeFilter({ value, counts, columns, targets = [], onChange }: Props) {
  const kinds = ChangeKind.options.map((kind) => ({
    value: kind,
    label: `${LABELS[kind]} ${formatCount(counts[kind])}`,
  }))
  return (
    <div className={classes.filter}>
      <SegmentedControl
        size="xs"
        aria-label="Kind of change"
        value={value.kind ?? ANY}
        onChange={(kind) => onChange({ ...value, kind: ChangeKind.safeParse(kind).data })}
        data={[{ value: ANY, label: 'All' }, ...kinds]}
      />
      <Select
        size="xs"
        aria-label="Column"
        placeholder="Every column"
        data={columns.map(({ column, name }) => ({ value: String(column), label: columnLabel(column, name) }))}
        value={value.column === undefined ? null : String(value.column)}
        onChange={(column) => onChange({ ...value, column: column === null ? undefined : Number(column) })}
        clearable
        searchable
      />
      {targets.length > 0 && (
        <Select
          size="xs"
          aria-label="Value"
          placeholder="Every value"
          data={targets}
          value={value.target ?? null}
          onChange={(target) => onChange({ ...value, target: target ?? undefined })}
          clearable
          searchable
        />
      )}
    </div>
  )
}
