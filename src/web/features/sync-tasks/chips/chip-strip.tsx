import { Anchor } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { Task } from '#contract/task.ts'
import type { TaskProgress } from '#contract/task-progress.ts'
import { useHasExtraCalls } from '../../../data/app-info.ts'
import type { TaskFilter } from '../../../data/task-filter.ts'
import { isBusy, isStoppable } from '../../../data/task-status.ts'
import { useAction } from '../../../lib/action.ts'
import { paths } from '../../../lib/paths.ts'
import { StatusDot } from '../../../shared/status-dot.tsx'
import { ActionButton } from '../../../ui/action-button.tsx'
import { actOnTasks, type BulkKind } from '../bulk/bulk-actions.ts'
import classes from './chip-strip.module.css'
import { type Chip, chipsOf } from './chips.ts'
import { useFreshnessCounts } from './use-freshness-counts.ts'
import { useWarningCounts } from './use-warning-counts.ts'

interface Props {
  filter: TaskFilter
  shown: readonly Task[]
  progress: readonly TaskProgress[]
  isListRunning: boolean
  onChange: (filter: Pick<TaskFilter, 'status' | 'warning' | 'freshness'>) => void
}

/** The states that people look for, each a filter, and what they do about the tasks that it then shows. */
export function ChipStrip({ filter, shown, progress, isListRunning, onChange }: Props) {
  const warnings = useWarningCounts({ shown, progress })
  const targets = useFreshnessCounts({ shown, progress, filter })
  const chips = chipsOf(progress, { warnings, targets })
  const selected = chips.find((chip) => isSelected(chip, filter))
  return (
    <div className={classes.strip} role="toolbar" aria-label="Tasks by state">
      {chips.map((chip) => (
        <button
          key={chip.label}
          type="button"
          className={classes.chip}
          aria-pressed={chip === selected}
          onClick={() => onChange(chip === selected ? NO_CHIP : chip)}
        >
          <StatusDot status={chip.status ?? DOT_OF[chip.freshness ?? 'fresh']} />
          {chip.label} {chip.count}
        </button>
      ))}
      {selected && <ChipAction chip={selected} shown={shown} isListRunning={isListRunning} />}
    </div>
  )
}

const NO_CHIP = { status: undefined, warning: undefined, freshness: undefined }
/** The colors of states that are as urgent. */
const DOT_OF = { late: 'Error', due: 'Warning', fresh: 'Success' } as const

function isSelected(chip: Chip, { status, warning, freshness }: TaskFilter): boolean {
  return chip.status === status && chip.warning === warning && chip.freshness === freshness
}

/** Acts on all tasks that the chip shows. */
function ChipAction({ chip, shown, isListRunning }: Pick<Props, 'shown' | 'isListRunning'> & { chip: Chip }) {
  if (chip.warning === 'held')
    return (
      <Anchor component={Link} to={paths.heldTasks} size="sm">
        Decide about all held tasks
      </Anchor>
    )
  const isWaiting = chip.status === 'Running' || chip.status === 'Queued' || chip.status === 'Failed'
  if (isWaiting) return <Act kind="stop" verb="Stop" tasks={shown.filter(isStoppable)} />
  const runnable = shown.filter((task) => task.is_active && !isBusy(task, isListRunning))
  return <Act kind="run" verb="Run" tasks={runnable} />
}

function Act({ kind, verb, tasks }: { kind: BulkKind; verb: string; tasks: readonly Task[] }) {
  const queryClient = useQueryClient()
  const hasExtraCalls = useHasExtraCalls()
  const { isPending, act } = useAction(['bulk'], () =>
    actOnTasks(queryClient, { kind, tasks, hasExtraCalls, onProgress: () => undefined }),
  )
  if (tasks.length === 0 && !isPending) return null
  return (
    <ActionButton size="compact-sm" variant="light" isPending={isPending} onPress={act}>
      {verb} {tasks.length === 1 ? 'this one' : `these ${tasks.length}`}
    </ActionButton>
  )
}
