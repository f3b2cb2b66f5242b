import type { SpotlightActionGroupData } from '@mantine/spotlight'
import {
  IconAlertTriangle,
  IconHelp,
  IconKeyboard,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlus,
} from '@tabler/icons-react'
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useNavigate } from 'react-router'
import { api } from '#contract/api.ts'
import type { SeenProgress } from '#contract/task-progress.ts'
import { pluralize } from '#domain/pluralize.ts'
import { allProgress } from '../data/all-progress.ts'
import { resumeEverything } from '../data/change-pause.ts'
import type { CommandContext } from '../data/commands/command-context.ts'
import { LIST_COMMANDS } from '../data/commands/list-commands.ts'
import { pauseQuery } from '../data/pause.ts'
import { showError } from '../data/task-actions.ts'
import { reloadTasks } from '../data/task-cache.ts'
import { taskStatusQuery } from '../data/tasks.ts'
import { useAuth } from '../data/use-auth.ts'
import { actOnce } from '../lib/action.ts'
import { call } from '../lib/call.ts'
import { paths } from '../lib/paths.ts'
import { RUN_TOAST_MS, toast } from '../lib/toast.tsx'
import { helpAddress } from '../shared/help-link.tsx'

const NO_STATES: Readonly<Record<string, SeenProgress>> = {}

interface Command {
  id: string
  label: string
  Icon: typeof IconPlus
  /** Further search words for the command. */
  keywords: string
  /** Why the command is blocked, shown when it is chosen. Until the tasks have loaded, only the server can refuse it. */
  blockedReason?: string | undefined
  onClick: () => void
}

interface Options {
  context: CommandContext
  onShowKeys: () => void
}

const LISTED = [
  { id: 'runAll', keywords: 'start everything' },
  { id: 'stopAll', keywords: 'end tasks' },
] as const

/** Palette entries for the commands on all tasks, so they work from every screen. */
export function usePaletteCommands({ context, onShowKeys }: Options): SpotlightActionGroupData {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const { isAuthenticated } = useAuth()
  const { hasExtraCalls } = context
  const { data } = useQuery({ ...taskStatusQuery(), enabled: isAuthenticated })
  const isPaused = useQuery({ ...pauseQuery(), enabled: isAuthenticated && hasExtraCalls }).data?.pause != null
  return useMemo(() => {
    const states = data?.all_running_status ?? NO_STATES
    const state = { tasks: allProgress(states, []), isAllRunning: data?.all_running ?? false }
    const failedIds = runnableInError(states)
    const commands: Command[] = [
      ...LISTED.map(({ id, keywords }) => {
        const { label, Icon, blockedReason, run } = LIST_COMMANDS[id]
        const all = { ...state, counts: { total: state.tasks.length, matching: state.tasks.length } }
        const reason = data && blockedReason(all)
        return { id, label, Icon, keywords, blockedReason: reason, onClick: () => void run(all, context) }
      }),
      {
        id: 'add-task',
        label: 'Add Task',
        Icon: IconPlus,
        keywords: 'new create',
        onClick: () => context.openDialog('add'),
      },
    ]
    if (hasExtraCalls)
      commands.push({
        id: 'pause',
        label: 'Pause everything until …',
        Icon: IconPlayerPause,
        keywords: 'hold wait stop',
        onClick: () => void navigate(paths.pauseDialog),
      })
    if (isPaused)
      commands.push({
        id: 'resume',
        label: 'Resume everything',
        Icon: IconPlayerPlay,
        keywords: 'end pause continue',
        onClick: () => void resumeEverything(queryClient),
      })
    if (failedIds.length > 0) {
      const count = pluralize(failedIds.length, 'task')
      commands.push({
        id: 'show-failed',
        label: `Show ${count} in Error`,
        Icon: IconAlertTriangle,
        keywords: 'failed errors',
        onClick: () => void navigate(paths.tasksInStatus('Error')),
      })
      if (hasExtraCalls)
        commands.push({
          id: 'run-failed',
          label: `Run ${count} in Error`,
          Icon: IconPlayerPlay,
          keywords: 'failed errors again retry',
          onClick: () => void runTogether(queryClient, failedIds),
        })
    }
    const keys = {
      id: 'keys',
      label: 'Keyboard shortcuts',
      Icon: IconKeyboard,
      keywords: 'keys ?',
      onClick: onShowKeys,
    }
    const help = {
      id: 'help',
      label: 'Help',
      Icon: IconHelp,
      keywords: 'documents manual first day',
      onClick: () => void window.open(helpAddress('use/first-day'), '_blank'),
    }
    const always = hasExtraCalls ? [keys, help] : [keys]
    return { group: 'Commands', actions: (isAuthenticated ? [...commands, ...always] : always).map(buildAction) }
  }, [data, navigate, queryClient, context, hasExtraCalls, isAuthenticated, isPaused, onShowKeys])
}

function buildAction({ id, label, Icon, keywords, blockedReason, onClick }: Command) {
  return {
    id,
    label,
    keywords,
    ...(blockedReason && { description: blockedReason }),
    leftSection: <Icon size={17} stroke={1.6} aria-hidden />,
    onClick: () => (blockedReason ? toast.info(blockedReason) : onClick()),
  }
}

function runnableInError(states: Readonly<Record<string, SeenProgress>>): number[] {
  return Object.entries(states).flatMap(([id, { task_status, is_active }]) =>
    task_status === 'Error' && is_active !== false ? [Number(id)] : [],
  )
}

async function runTogether(queryClient: QueryClient, taskIds: number[]): Promise<void> {
  await actOnce(queryClient, ['bulk'], async () => {
    try {
      const { done_ids } = await call(api.selectedTasks.execute, { body: { task_ids: taskIds } })
      toast.success(`Queued ${done_ids.length} of ${pluralize(taskIds.length, 'task')}.`, { timeoutMs: RUN_TOAST_MS })
    } catch (error) {
      showError(error, 'Error executing sync task')
    }
    await reloadTasks(queryClient)
  })
}
