import { setTimeout as delay } from 'node:timers/promises'
import { api } from '#contract/api.ts'
import type { Task } from '#contract/task.ts'
import type { ApiClient } from '#tests/support/api-client.ts'

const LOOK_AGAIN_MS = 500
const TYPES_CSV = 'name,allowed_concurrent_tasks,depends_on\nQuarterly,2,Archive\nWeekly,0,Archive\n'

/** A screen, or a dialog over it, and the name of its pictures. */
export interface Screen {
  readonly name: string
  /** Starts with a slash, or leads to the provider's page. */
  readonly address: string
  /** A link that comes last on a screen whose data are drawn late. */
  readonly showsLink?: string
  /** The button that opens the dialog. */
  readonly opens?: string
  readonly isVisitor?: boolean
}

/** Fills an app with what its screens can show: runs that ended well or not, times, jobs. Answers the screens. */
export async function prepareScreens(client: ApiClient): Promise<Screen[]> {
  const { syncTasks } = await client.call(api.tasks.list, { query: {} })
  const named = (type: string, name: string) => taskNamed(syncTasks, { type, name })
  const copied = named('Regional', 'Weather')
  await run(client, [copied, named('Masters', 'Countries'), named('Archive', 'Airports'), named('Reports', 'Stocks')])
  await client.call(api.tasks.update, {
    params: { id: named('Archive', 'Income and Health').id },
    body: { source_sheet_name: 'No such tab' },
  })
  await run(client, [named('Archive', 'Income and Health'), named('Masters', 'Airports')])
  await client.call(api.schedules.setRunAll, { body: { scheduled_times: ['06:45', '23:15'] } })
  await client.upload(api.taskTypes.importCsv, { name: 'more types.csv', content: TYPES_CSV })
  await client.call(api.taskTypes.exportCsv, {})
  const { spreadsheet_url } = await client.call(api.operations.info, {})
  const spreadsheet = spreadsheet_url.replace('{id}', copied.source_ss_id)
  return [
    { name: 'home', address: '/', isVisitor: true },
    { name: 'login', address: '/sync_tasks', isVisitor: true, showsLink: 'Sign in with Google' },
    { name: 'tasks', address: '/sync_tasks' },
    { name: 'tasks-add', address: '/sync_tasks', opens: 'Add Task' },
    { name: 'task', address: `/sync_tasks/${copied.id}` },
    { name: 'task-logs', address: `/sync_tasks/${copied.id}/logs` },
    { name: 'task-logs-failed', address: `/sync_tasks/${named('Archive', 'Income and Health').id}/logs` },
    { name: 'data-copy', address: `/sync_tasks/${copied.id}/data_copy` },
    { name: 'data-copy-columns', address: `/sync_tasks/${copied.id}/data_copy`, opens: 'Select Columns' },
    { name: 'task-types', address: '/sync_task_types' },
    { name: 'task-types-graph', address: '/sync_task_types?view=graph', showsLink: 'Masters' },
    { name: 'task-types-add', address: '/sync_task_types', opens: 'Add Type' },
    { name: 'task-types-delete', address: '/sync_task_types', opens: 'Delete Masters' },
    { name: 'schedule', address: '/schedule' },
    { name: 'dev-logs', address: '/dev' },
    { name: 'settings', address: '/settings' },
    { name: 'import-export', address: '/import_export' },
    { name: 'not-found', address: '/users' },
    { name: 'provider-list', address: new URL('/', spreadsheet).href },
    { name: 'provider-spreadsheet', address: spreadsheet },
    { name: 'provider-upload', address: new URL('/', spreadsheet).href, opens: 'Upload a CSV' },
  ]
}

function taskNamed(tasks: readonly Task[], { type, name }: { type: string; name: string }): Task {
  const task = tasks.find((one) => one.task_type.name === type && one.name === name)
  if (!task) throw new Error(`There is no task ${name} of the type ${type}`)
  return task
}

/** Runs tasks and waits until none of them has a run in progress; one that waits for its next try counts as ended. */
async function run(client: ApiClient, tasks: readonly Task[]): Promise<void> {
  for (const { id } of tasks) await client.call(api.tasks.execute, { params: { id }, body: {} })
  const hasEnded = ({ task_status }: Task) => !['Queued', 'Running', 'Stopping'].includes(task_status)
  for (const { id } of tasks) {
    while (!hasEnded(await client.call(api.tasks.get, { params: { id } }))) await delay(LOOK_AGAIN_MS)
  }
}
