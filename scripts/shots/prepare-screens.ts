import { api } from '#contract/api.ts'
import type { Task } from '#contract/task.ts'
import type { ApiClient } from '#tests/support/api-client.ts'
import { eventually } from '#tests/support/eventually.ts'

const TIMEOUT_MS = 120_000
const TYPES_CSV = 'name,allowed_concurrent_tasks,depends_on\nQuarterly,2,Archive\nWeekly,0,Archive\n'

/** A screen, or a dialog on it. */
export interface Screen {
  /** The first part of the file names. */
  readonly name: string
  /** A path of the app, or a URL of the provider's page. */
  readonly path: string
  /** Link that appears last, on a screen that renders its data late. */
  readonly lastLink?: string
  /** The name of the button that opens the dialog. */
  readonly dialogButton?: string
  readonly isSignedOut?: boolean
  /** Shows the list as rows. */
  readonly hasRows?: boolean
  /** The name of the task whose row is opened. */
  readonly openRow?: string
}

interface Options {
  /** Number of tasks to add to the samples. */
  extraTasks: number
}

/** Fills an app with data for its screens: successful and failed runs, schedules, CSV jobs. Returns the screens. */
export async function prepareScreens(client: ApiClient, { extraTasks }: Options): Promise<Screen[]> {
  if (extraTasks > 0) await addTasks(client, extraTasks)
  const { syncTasks } = await client.call(api.tasks.list, { query: { limit: 1000 } })
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
  await client.call(api.apiTokens.create, { body: { name: 'Nightly import', scope: 'run' } })
  const { spreadsheet_url } = await client.call(api.operations.info, {})
  const spreadsheet = spreadsheet_url.replace('{id}', copied.source_ss_id)
  return [
    { name: 'home', path: '/', isSignedOut: true },
    { name: 'login', path: '/sync_tasks', isSignedOut: true, lastLink: 'Sign in with Google' },
    { name: 'tasks', path: '/sync_tasks' },
    { name: 'tasks-rows', path: '/sync_tasks', hasRows: true },
    { name: 'tasks-rows-panel', path: '/sync_tasks', hasRows: true, openRow: copied.name },
    { name: 'tasks-add', path: '/sync_tasks', dialogButton: 'Add Task' },
    { name: 'task', path: `/sync_tasks/${copied.id}` },
    { name: 'task-logs', path: `/sync_tasks/${copied.id}/logs` },
    { name: 'task-logs-failed', path: `/sync_tasks/${named('Archive', 'Income and Health').id}/logs` },
    { name: 'data-copy', path: `/sync_tasks/${copied.id}/data_copy` },
    { name: 'data-copy-columns', path: `/sync_tasks/${copied.id}/data_copy`, dialogButton: 'Select Columns' },
    { name: 'task-types', path: '/sync_task_types' },
    { name: 'task-types-graph', path: '/sync_task_types?view=graph', lastLink: 'Masters' },
    { name: 'task-types-add', path: '/sync_task_types', dialogButton: 'Add Type' },
    { name: 'task-types-delete', path: '/sync_task_types', dialogButton: 'Delete Masters' },
    { name: 'schedule', path: '/schedule' },
    { name: 'dev-logs', path: '/dev' },
    { name: 'settings', path: '/settings' },
    { name: 'settings-google', path: '/settings/google' },
    { name: 'settings-access', path: '/settings/access' },
    { name: 'settings-sessions', path: '/settings/sessions' },
    { name: 'settings-tokens', path: '/settings/tokens' },
    { name: 'home-signed-in', path: '/', lastLink: 'Activity' },
    { name: 'runs', path: '/runs' },
    { name: 'activity', path: '/activity' },
    { name: 'import-export', path: '/import_export' },
    { name: 'not-found', path: '/users' },
    { name: 'provider-list', path: new URL('/', spreadsheet).href },
    { name: 'provider-spreadsheet', path: spreadsheet },
    { name: 'provider-upload', path: new URL('/', spreadsheet).href, dialogButton: 'Upload a CSV' },
  ]
}

async function addTasks(client: ApiClient, count: number): Promise<void> {
  await client.call(api.taskTypes.create, { body: { name: 'Stores' } })
  const rows = Array.from({ length: count }, (_, at) => `Store ${at + 1},Stores,store-${at + 1},ledger-${at + 1},04:00`)
  const content = ['name,task_type,source_ss_id,target_ss_id,scheduled_times', ...rows].join('\n')
  await client.upload(api.tasks.importCsv, { name: 'stores.csv', content })
}

function taskNamed(tasks: readonly Task[], { type, name }: { type: string; name: string }): Task {
  const task = tasks.find((one) => one.task_type.name === type && one.name === name)
  if (!task) throw new Error(`Task ${name} of type ${type} does not exist`)
  return task
}

/** Starts tasks and waits until they have ended or wait for a retry. */
async function run(client: ApiClient, tasks: readonly Task[]): Promise<void> {
  for (const { id } of tasks) await client.call(api.tasks.execute, { params: { id }, body: {} })
  const hasEnded = ({ task_status }: Task) => !['Queued', 'Running', 'Stopping'].includes(task_status)
  for (const { id } of tasks) {
    await eventually({
      what: `the run of task ${id} to end`,
      read: () => client.call(api.tasks.get, { params: { id } }),
      until: hasEnded,
      timeoutMs: TIMEOUT_MS,
    })
  }
}
