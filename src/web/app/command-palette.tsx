import { Spotlight, type SpotlightActionData, type SpotlightActionGroupData, spotlight } from '@mantine/spotlight'
import '@mantine/spotlight/styles.css'
import { IconArrowRight, IconEye, IconListCheck, IconPlayerPlay, IconPlayerStop, IconSearch } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { type NavigateFunction, useNavigate } from 'react-router'
import type { Task } from '#contract/task.ts'
import { taskName } from '#domain/tasks/task-name.ts'
import { listSearched, SEARCHED_IDS, searchWords } from '#domain/tasks/task-search.ts'
import { useHasExtraCalls } from '../data/app-info.ts'
import { createTaskActions, type TaskActions } from '../data/task-actions.ts'
import { isBusy, isStoppable } from '../data/task-status.ts'
import { taskStatusQuery } from '../data/tasks.ts'
import { useAuth } from '../data/use-auth.ts'
import { paths } from '../lib/paths.ts'
import { usePreview } from '../shared/use-preview.ts'
import { usePaletteCommands } from './palette-commands.tsx'
import { filterActions, verbIn } from './palette-filter.ts'
import { screenLinks } from './screens.tsx'
import classes from './shell.module.css'
import { takeTyped } from './typed-ahead.ts'
import { useAppearance } from './use-appearance.ts'
import { usePaletteTasks } from './use-palette-tasks.ts'

const MAX_RESULTS = 12

interface Props {
  openedCount: number
  label: string
  onShowKeys: () => void
}

/** Finds screens and tasks, and runs commands. Opens whenever `openedCount` increases. */
export function CommandPalette({ openedCount, label, onShowKeys }: Props) {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const { isAuthenticated } = useAuth()
  const [query, setQuery] = useState('')
  const { tasks, isSearching } = usePaletteTasks(query)
  const isListRunning = useQuery({ ...taskStatusQuery(), enabled: isAuthenticated }).data?.all_running ?? false
  const appearance = useAppearance()
  const hasExtraCalls = useHasExtraCalls()
  const commands = usePaletteCommands({ onShowKeys })
  const preview = usePreview()
  useEffect(() => {
    if (openedCount > 0) spotlight.open()
  }, [openedCount])

  const groups = useMemo(
    () => [
      commands,
      screenGroup(navigate, { hasSettingsPages: hasExtraCalls && query !== '' }),
      {
        group: 'Appearance',
        actions: appearance.map(({ id, label, Icon, onClick }) => ({ id, label, onClick, leftSection: icon(Icon) })),
      },
      openGroup(tasks, { query, navigate }),
      runGroup(tasks, { query, isListRunning, actions: createTaskActions(queryClient) }),
      ...(verbIn(query) === 'stop' ? [stopGroup(tasks, { query, actions: createTaskActions(queryClient) })] : []),
      ...(verbIn(query) === 'preview' && hasExtraCalls ? [previewGroup(tasks, { query, preview })] : []),
    ],
    [navigate, queryClient, appearance, tasks, isListRunning, hasExtraCalls, query, commands, preview],
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
        onFocus: () => setQuery((typed) => typed + takeTyped()),
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
      .map(({ path, label, Icon = IconArrowRight }) => ({
        id: path,
        label,
        leftSection: icon(Icon),
        onClick: () => void navigate(path),
      })),
  }
}

interface Searched {
  query: string
}

function openGroup(
  tasks: readonly Task[],
  { query, navigate }: Searched & { navigate: NavigateFunction },
): SpotlightActionGroupData {
  return {
    group: 'Tasks',
    actions: tasks.map((task) => ({
      id: `open-${task.id}`,
      label: taskName(task),
      description: task.task_type.name,
      keywords: keywordsOf(task, query),
      leftSection: icon(IconListCheck),
      onClick: () => void navigate(paths.task(task.id)),
    })),
  }
}

interface Runnable extends Searched {
  isListRunning: boolean
  actions: TaskActions
}

function runGroup(tasks: readonly Task[], { query, isListRunning, actions }: Runnable): SpotlightActionGroupData {
  const act = ({ id }: Task) => void actions.run(id)
  const runnable = tasks.filter((task) => task.is_active && !isBusy(task, isListRunning))
  return { group: 'Run', actions: runnable.map(actionWith({ query, verb: 'Run', Icon: IconPlayerPlay, act })) }
}

function stopGroup(tasks: readonly Task[], { query, actions }: Searched & { actions: TaskActions }) {
  const act = ({ id }: Task) => void actions.stop(id)
  const stoppable = tasks.filter(isStoppable)
  return { group: 'Stop', actions: stoppable.map(actionWith({ query, verb: 'Stop', Icon: IconPlayerStop, act })) }
}

function previewGroup(
  tasks: readonly Task[],
  { query, preview }: Searched & { preview: ReturnType<typeof usePreview> },
) {
  const act = ({ id }: Task) => void preview({ task_ids: [id] })
  return { group: 'Preview', actions: tasks.map(actionWith({ query, verb: 'Preview', Icon: IconEye, act })) }
}

interface TaskAction extends Searched {
  verb: string
  Icon: typeof IconSearch
  act: (task: Task) => void
}

function actionWith({ query, verb, Icon, act }: TaskAction) {
  return (task: Task): SpotlightActionData => ({
    id: `${verb}-${task.id}`,
    label: `${verb} ${taskName(task)}`,
    description: task.task_type.name,
    keywords: keywordsOf(task, query),
    leftSection: icon(Icon),
    onClick: () => act(task),
  })
}

/** The texts of a task, and its spreadsheets if the query names them: parts of IDs would be found in too many tasks. */
function keywordsOf(task: Task, query: string): string[] {
  const words = searchWords(query)
  const ids = SEARCHED_IDS.map((field) => task[field]).filter((id) => words.includes(id.toLowerCase()))
  return [...listSearched(task), ...ids]
}

function icon(Icon: typeof IconSearch) {
  return <Icon size={17} stroke={1.6} aria-hidden />
}
