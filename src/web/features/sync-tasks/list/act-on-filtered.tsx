import { Anchor } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { Task } from '#contract/task.ts'
import type { CommandContext } from '../../../data/commands/command-context.ts'
import { actOnTasks } from '../../../data/commands/selection-commands.ts'
import { findCommand, isUsable } from '../../../data/commands/task-commands.ts'
import type { TaskFilter } from '../../../data/task-filter.ts'
import { useAction } from '../../../lib/action.ts'
import { paths } from '../../../lib/paths.ts'
import { ActionButton } from '../../../ui/action-button.tsx'

interface Props {
  filter: TaskFilter
  shown: readonly Task[]
  isListRunning: boolean
  context: CommandContext
}

const WAITING: ReadonlySet<TaskFilter['status']> = new Set(['Running', 'Queued', 'Failed'] as const)

/** Offers the action that fits the filter: to decide about held tasks, to stop tasks in progress, or to run the rest. */
export function ActOnFiltered({ filter, ...tasks }: Props) {
  if (filter.warning === 'held')
    return (
      <Anchor component={Link} to={paths.heldTasks} size="sm">
        Decide about all held tasks
      </Anchor>
    )
  return <Act kind={WAITING.has(filter.status) ? 'stop' : 'run'} {...tasks} />
}

function Act({
  kind,
  shown,
  isListRunning,
  context: { hasExtraCalls, preview },
}: Omit<Props, 'filter'> & { kind: 'run' | 'stop' }) {
  const queryClient = useQueryClient()
  const tasks = shown.filter((task) => isUsable(kind, { task, isListBusy: isListRunning, preview }))
  const { isPending, act } = useAction(['bulk'], () =>
    actOnTasks(queryClient, { kind, tasks, hasExtraCalls, onProgress: () => undefined }),
  )
  if (tasks.length === 0 && !isPending) return null
  return (
    <ActionButton size="compact-xs" variant="light" isPending={isPending} onPress={act}>
      {findCommand(kind).label} {tasks.length === 1 ? 'this one' : `these ${tasks.length}`}
    </ActionButton>
  )
}
