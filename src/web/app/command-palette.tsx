import { Spotlight, type SpotlightActionGroupData, spotlight } from '@mantine/spotlight'
import '@mantine/spotlight/styles.css'
import { IconArrowRight, IconListCheck, IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { type NavigateFunction, useNavigate } from 'react-router'
import type { Task } from '#contract/task.ts'
import { taskName } from '#domain/tasks/task-name.ts'
import { listSearched, SEARCHED_IDS, searchWords } from '#domain/tasks/task-search.ts'
import { type CommandContext, type OpenDialog, useCommandContext } from '../data/commands/command-context.ts'
import { findCommand, isUsable, TASK_COMMANDS, type TaskCommandId } from '../data/commands/task-commands.ts'
import { taskStatusQuery } from '../data/tasks.ts'
import { useAuth } from '../data/use-auth.ts'
import { paths } from '../lib/paths.ts'
import { usePaletteCommands } from './palette-commands.tsx'
import { commandsIn, filterActions } from './palette-filter.ts'
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
  const { isAuthenticated } = useAuth()
  const [query, setQuery] = useState('')
  const { tasks, isSearching } = usePaletteTasks(query)
  const isListRunning = useQuery({ ...taskStatusQuery(), enabled: isAuthenticated }).data?.all_running ?? false
  const appearance = useAppearance()
  const context = useCommandContext(useDialogsOfList(navigate))
  const commands = usePaletteCommands({ context, onShowKeys })
  useEffect(() => {
    if (openedCount > 0) spotlight.open()
  }, [openedCount])

  const groups = useMemo(
    () => [
      commands,
      screenGroup(navigate, { hasSettingsPages: context.hasExtraCalls && query !== '' }),
      {
        group: 'Appearance',
        actions: appearance.map(({ id, label, Icon, onClick }) => ({ id, label, onClick, leftSection: icon(Icon) })),
      },
      openGroup(tasks, { query, navigate }),
      ...[...new Set<TaskCommandId>(['run', ...commandsIn(query)])].map((id) =>
        commandGroup(id, { tasks, query, isListRunning, context, navigate }),
      ),
    ],
    [navigate, appearance, tasks, isListRunning, query, commands, context],
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
      id: `open-page-${task.id}`,
      label: taskName(task),
      description: task.task_type.name,
      keywords: [...listKeywords(task, query), TASK_COMMANDS.open.label],
      leftSection: icon(IconListCheck),
      onClick: () => void navigate(paths.task(task.id)),
    })),
  }
}

interface Acting extends Searched {
  tasks: readonly Task[]
  isListRunning: boolean
  context: CommandContext
  navigate: NavigateFunction
}

/** Lists a command once for each task on which it can run now. */
function commandGroup(id: TaskCommandId, { tasks, query, isListRunning, context, navigate }: Acting) {
  const command = findCommand(id)
  const usable = tasks.filter((task) => isUsable(id, { task, isListBusy: isListRunning, ...context }))
  const act = (task: Task) => ('path' in command ? navigate(command.path(task.id)) : command.run(task, context))
  return {
    group: command.label,
    actions: usable.map((task) => ({
      id: `${id}-${task.id}`,
      label: `${command.label} ${taskName(task)}`,
      description: task.task_type.name,
      keywords: listKeywords(task, query),
      leftSection: icon(command.Icon),
      onClick: () => void act(task),
    })),
  }
}

/** Opens a dialog by navigating to the list of tasks, which renders all dialogs. */
function useDialogsOfList(navigate: NavigateFunction): OpenDialog {
  return useCallback(
    (kind, { task } = {}) =>
      void navigate(task ? paths.tasksWithTaskDialog(kind, task.id) : paths.tasksWithDialog(kind)),
    [navigate],
  )
}

/** Texts that find a task. Its spreadsheet IDs count only if the query has a whole ID: parts of IDs match too many tasks. */
function listKeywords(task: Task, query: string): string[] {
  const words = searchWords(query)
  const ids = SEARCHED_IDS.map((field) => task[field]).filter((id) => words.includes(id.toLowerCase()))
  return [...listSearched(task), ...ids]
}

function icon(Icon: typeof IconSearch) {
  return <Icon size={17} stroke={1.6} aria-hidden />
}
