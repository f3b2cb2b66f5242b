import { useSearchParams } from 'react-router'
import type { Run } from '#contract/run.ts'
import type { Task } from '#contract/task.ts'
import { useMayHaveExtraCalls } from '../../../data/app-info.ts'
import { paths, TASK_TABS, type TaskTab } from '../../../lib/paths.ts'
import { TabLinks } from '../../../ui/tab-links.tsx'
import { TaskChanges } from './task-changes.tsx'
import { TaskLog } from './task-log.tsx'
import { TaskRuns } from './task-runs.tsx'
import { TaskSettings } from './task-settings.tsx'

const LABELS: Readonly<Record<TaskTab, string>> = { runs: 'Runs', changes: 'Changes', settings: 'Settings', log: 'Log' }

interface Props {
  task: Task
  runs: readonly Run[]
}

/** The runs, changes, settings and log of a task, in tabs. The URL holds the open one. */
export function TaskTabs({ task, runs }: Props) {
  const [search] = useSearchParams()
  const mayHaveExtraCalls = useMayHaveExtraCalls()
  // Runs and changes are calls that the specification does not list.
  const tabs = TASK_TABS.filter((tab) => mayHaveExtraCalls || (tab !== 'runs' && tab !== 'changes'))
  const selected = tabs.find((tab) => tab === search.get('tab')) ?? tabs[0]
  return (
    <TabLinks
      label="Task"
      tabs={tabs.map((tab) => ({ id: tab, label: LABELS[tab], to: paths.taskTab(task.id, tab) }))}
      selectedId={selected ?? 'runs'}
    >
      {selected === 'runs' && <TaskRuns taskId={task.id} runs={runs} />}
      {selected === 'changes' && <TaskChanges taskId={task.id} />}
      {selected === 'settings' && <TaskSettings task={task} />}
      {selected === 'log' && <TaskLog task={task} />}
    </TabLinks>
  )
}
