import { Spotlight, type SpotlightActionGroupData, spotlight } from '@mantine/spotlight'
import '@mantine/spotlight/styles.css'
import { IconListCheck, IconPlayerPlay, IconSearch } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { type NavigateFunction, useNavigate } from 'react-router'
import type { Task } from '#contract/task.ts'
import { taskName } from '#domain/tasks/task-name.ts'
import { SEARCHED_FIELDS } from '#domain/tasks/task-search.ts'
import { useHasExtraCalls } from '../data/app-info.ts'
import { createTaskActions, type TaskActions } from '../data/task-actions.ts'
import { isBusy } from '../data/task-status.ts'
import { taskStatusQuery } from '../data/tasks.ts'
import { useAuth } from '../data/use-auth.ts'
import { paths } from '../lib/paths.ts'
import { filterActions } from './palette-filter.ts'
import { screenLinks } from './screens.tsx'
import classes from './shell.module.css'
import { useAppearance } from './use-appearance.ts'
import { usePaletteTasks } from './use-palette-tasks.ts'

const MAX_RESULTS = 10

/** Finds screens and tasks, and runs tasks. Opens whenever `openedCount` increases. */
export function CommandPalette({ openedCount, label }: { openedCount: number; label: string }) {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const { isAuthenticated } = useAuth()
  const [query, setQuery] = useState('')
  const { tasks, isSearching } = usePaletteTasks(query)
  const isListRunning = useQuery({ ...taskStatusQuery(), enabled: isAuthenticated }).data?.all_running ?? false
  const appearance = useAppearance()
  const hasExtraCalls = useHasExtraCalls()
  useEffect(() => {
    if (openedCount > 0) spotlight.open()
  }, [openedCount])

  const groups = useMemo(
    () => [
      screenGroup(navigate, { hasSettingsPages: hasExtraCalls && query !== '' }),
      {
        group: 'Appearance',
        actions: appearance.map(({ id, label, Icon, onClick }) => ({ id, label, onClick, leftSection: icon(Icon) })),
      },
      openGroup(tasks, navigate),
      runGroup({ tasks, isListRunning, actions: createTaskActions(queryClient) }),
    ],
    [navigate, queryClient, appearance, tasks, isListRunning, hasExtraCalls, query],
  )
  return (
    <Spotlight
      actions={filterActions(query, groups)}
      filter={(_query, actions) => actions}
      query={query}
      onQueryChange={setQuery}
      limit={MAX_RESULTS}
      shortcut={null}
      classNames={{ action: classes.paletteAction }}
      attributes={{ content: { 'aria-label': 'Commands' } }}
      nothingFound={isSearching ? 'Searching…' : 'No results'}
      searchProps={{
        placeholder: label,
        'aria-label': label,
        leftSection: <IconSearch size={18} aria-hidden />,
      }}
    />
  )
}

function screenGroup(
  navigate: NavigateFunction,
  { hasSettingsPages }: { hasSettingsPages: boolean },
): SpotlightActionGroupData {
  return {
    group: 'Go to',
    actions: screenLinks
      .filter(({ isInPalette, isOnlySearched }) => isInPalette && (hasSettingsPages || !isOnlySearched))
      .map(({ path, label, Icon }) => ({
        id: path,
        label,
        leftSection: icon(Icon),
        onClick: () => void navigate(path),
      })),
  }
}

function openGroup(tasks: readonly Task[], navigate: NavigateFunction): SpotlightActionGroupData {
  return {
    group: 'Tasks',
    actions: tasks.map((task) => ({
      id: `open-${task.id}`,
      label: taskName(task),
      description: task.task_type.name,
      keywords: keywordsOf(task),
      leftSection: icon(IconListCheck),
      onClick: () => void navigate(paths.task(task.id)),
    })),
  }
}

interface Runnable {
  tasks: readonly Task[]
  isListRunning: boolean
  actions: TaskActions
}

function runGroup({ tasks, isListRunning, actions }: Runnable): SpotlightActionGroupData {
  return {
    group: 'Run',
    actions: tasks
      .filter((task) => task.is_active && !isBusy(task, isListRunning))
      .map((task) => ({
        id: `run-${task.id}`,
        label: `Run ${taskName(task)}`,
        description: task.task_type.name,
        keywords: keywordsOf(task),
        leftSection: icon(IconPlayerPlay),
        onClick: () => void actions.run(task.id),
      })),
  }
}

function keywordsOf(task: Task): string[] {
  return SEARCHED_FIELDS.map((field) => task[field] ?? '')
}

function icon(Icon: typeof IconSearch) {
  return <Icon size={17} stroke={1.6} aria-hidden />
}
