import type { ComponentType } from 'react'
import { useSearchParams } from 'react-router'
import type { Run } from '#contract/run.ts'
import type { Task } from '#contract/task.ts'
import { paths, TASK_TABS, type TaskTab } from '../../../lib/paths.ts'
import { TabLinks } from '../../../ui/tab-links.tsx'
import { TaskHistory } from './task-history.tsx'
import { TaskSetup } from './task-setup.tsx'

const LABELS: Readonly<Record<TaskTab, string>> = { history: 'History', data: 'Data', set_up: 'Set-up' }

interface Props {
  task: Task
  runs: readonly Run[]
  /** The rows the last run copied. */
  Data: ComponentType<{ task: Task; lastRun: Run | undefined }>
}

/** The history, data and set-up of a task, in tabs. The URL holds the open tab. */
export function TaskTabs({ task, runs, Data }: Props) {
  const [search] = useSearchParams()
  const selected = TASK_TABS.find((tab) => tab === search.get('tab')) ?? 'history'
  return (
    <TabLinks
      label="Task"
      tabs={TASK_TABS.map((tab) => ({ id: tab, label: LABELS[tab], to: paths.taskTab(task.id, tab) }))}
      selectedId={selected}
    >
      {selected === 'history' && <TaskHistory task={task} runs={runs} />}
      {selected === 'data' && <Data task={task} lastRun={runs.find(({ rows }) => rows !== null)} />}
      {selected === 'set_up' && <TaskSetup task={task} />}
    </TabLinks>
  )
}
