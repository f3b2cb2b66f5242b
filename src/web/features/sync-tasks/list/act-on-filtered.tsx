import { Anchor } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { Task } from '#contract/task.ts'
import { useHasExtraCalls } from '../../../data/app-info.ts'
import type { TaskFilter } from '../../../data/task-filter.ts'
import { isBusy, isStoppable } from '../../../data/task-status.ts'
import { useAction } from '../../../lib/action.ts'
import { paths } from '../../../lib/paths.ts'
import { ActionButton } from '../../../ui/action-button.tsx'
import { actOnTasks, type BulkKind } from '../bulk/bulk-actions.ts'

interface Props {
  filter: TaskFilter
  shown: readonly Task[]
  isListRunning: boolean
}

const WAITING: ReadonlySet<TaskFilter['status']> = new Set(['Running', 'Queued', 'Failed'] as const)

/** The action on all tasks of a state: decide, stop or run them. */
export function ActOnFiltered({ filter, shown, isListRunning }: Props) {
  if (filter.warning === 'held')
    return (
      <Anchor component={Link} to={paths.heldTasks} size="sm">
        Decide about all held tasks
      </Anchor>
    )
  if (WAITING.has(filter.status)) return <Act kind="stop" verb="Stop" tasks={shown.filter(isStoppable)} />
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
    <ActionButton size="compact-xs" variant="light" isPending={isPending} onPress={act}>
      {verb} {tasks.length === 1 ? 'this one' : `these ${tasks.length}`}
    </ActionButton>
  )
}
