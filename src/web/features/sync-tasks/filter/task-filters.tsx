import { Button, NativeSelect, type NativeSelectProps, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { TaskStatus } from '#contract/task-progress.ts'
import { MAX_SEARCH_LENGTH } from '#contract/task-routes.ts'
import type { TaskType } from '#contract/task-type.ts'
import { NO_FILTER, type TaskFilter } from '../../../data/task-filter.ts'
import { ExtraCalls } from '../../../shared/extra-calls.tsx'
import { statusLabel } from '../../../shared/task-tone.ts'
import classes from '../list/task-list.module.css'
import { useTypedName } from './use-typed-name.ts'

const ANY = 'any'
const STATUSES = [
  { value: ANY, label: 'All Statuses' },
  ...TaskStatus.options.map((status) => ({ value: status, label: statusLabel(status) })),
]
/** Filter options narrower than a status. Only our server can select them. */
const STATES: readonly { label: string; state: Partial<TaskFilter> }[] = [
  { label: 'Held', state: { status: 'Warning', warning: 'held' } },
  { label: 'Not run', state: { status: 'Warning', warning: 'not_run' } },
  { label: 'Late', state: { freshness: 'late' } },
  { label: 'Due', state: { freshness: 'due' } },
]
const ANY_TYPE = { value: ANY, label: 'All Types' }

interface Props {
  filter: TaskFilter
  types: readonly TaskType[]
  onChange: (change: Partial<TaskFilter>) => void
  /** Content after the filter. */
  children: ReactNode
}

const NO_STATUS = { status: undefined, warning: undefined, freshness: undefined }

/** Label of the option for a filter's state; undefined if the filter accepts any state. */
function stateName({ status, warning, freshness }: TaskFilter): string | undefined {
  const narrower = STATES.find(({ state }) => state.warning === warning && state.freshness === freshness)
  return narrower?.label ?? status
}

function stateNamed(value: string): Partial<TaskFilter> {
  const narrower = STATES.find(({ label }) => label === value)
  return narrower?.state ?? { status: TaskStatus.options.find((one) => one === value) }
}

/** The filter controls of the list. */
export function TaskFilters({ filter, types, onChange, children }: Props) {
  const { text, type, clear } = useTypedName(filter.name, (name) => onChange({ name }))
  const clearAll = () => {
    clear()
    onChange(NO_FILTER)
  }
  const status = {
    value: stateName(filter) ?? ANY,
    onSelect: (value: string) => onChange({ ...NO_STATUS, ...stateNamed(value) }),
  }
  const typeOptions = [ANY_TYPE, ...types.map(({ id, name }) => ({ value: String(id), label: name }))]
  return (
    <search className={classes.filters} aria-label="Filter tasks">
      <TextInput
        className={classes.nameFilter}
        size="xs"
        type="search"
        leftSection={<IconSearch size={14} aria-hidden />}
        placeholder="Filter by name"
        aria-label="Filter by name"
        maxLength={MAX_SEARCH_LENGTH}
        value={text}
        onChange={({ currentTarget }) => type(currentTarget.value)}
      />
      <NativeSelect
        className={classes.selectFilter}
        size="xs"
        aria-label="Task type"
        data={typeOptions}
        value={filter.typeId?.toString() ?? ANY}
        onChange={({ currentTarget: { value } }) => onChange({ typeId: value === ANY ? undefined : Number(value) })}
      />
      <ExtraCalls otherwise={<StatusFilter {...status} states={STATUSES} />}>
        <StatusFilter {...status} states={[...STATUSES, ...STATES.map(({ label }) => label)]} />
      </ExtraCalls>
      <Button size="xs" variant="default" onClick={clearAll}>
        Clear
      </Button>
      {children}
    </search>
  )
}

interface StatusProps {
  value: string
  states: NonNullable<NativeSelectProps['data']>
  onSelect: (value: string) => void
}

function StatusFilter({ value, states, onSelect }: StatusProps) {
  return (
    <NativeSelect
      className={classes.selectFilter}
      size="xs"
      aria-label="Status"
      data={states}
      value={value}
      onChange={({ currentTarget }) => onSelect(currentTarget.value)}
    />
  )
}
