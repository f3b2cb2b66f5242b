import type { Locator, Page } from '@playwright/test'
import { api } from '#contract/api.ts'
import type { ApiClient } from '#tests/support/api-client.ts'
import { runToSuccess } from '#tests/support/run-to-end.ts'
import { createType, findSampleTask } from './create-task.ts'

interface Screen {
  name: string
  /** Address, or a function that first creates the content of the screen. */
  address: string | ((client: ApiClient) => Promise<string>)
  /** Finds an element that is visible once the screen shows its data. */
  settled: (page: Page) => Locator
}

/** Every screen of the app, with the samples. */
export const screens: Screen[] = [
  { name: 'home', address: '/', settled: (page) => page.getByRole('heading', { level: 1 }) },
  {
    name: 'task list',
    address: '/sync_tasks',
    settled: (page) => page.getByRole('article', { name: /^Countries/ }).first(),
  },
  {
    name: 'held tasks',
    address: '/sync_tasks?held=true',
    settled: (page) => page.getByText('No task is held.'),
  },
  {
    name: 'task page',
    address: copiedTask(''),
    settled: (page) => page.getByRole('list', { name: 'History' }),
  },
  {
    name: 'task types',
    address: '/sync_task_types',
    settled: (page) => page.getByRole('button', { name: 'Edit Masters' }),
  },
  {
    name: 'task type graph',
    address: '/sync_task_types?view=graph',
    settled: (page) => page.getByRole('link', { name: /^Masters/ }),
  },
  {
    name: 'run',
    address: lastRun,
    settled: (page) => page.getByRole('region', { name: 'Log', exact: true }).getByRole('listitem').first(),
  },
  {
    name: 'preview',
    address: previewOfTask,
    settled: (page) => page.getByText('Nothing was written.'),
  },
  {
    name: 'snooze',
    address: '/alerts/snooze?link=old',
    settled: (page) => page.getByText('This link does not work any more.'),
  },
  { name: 'task logs', address: copiedTask('/logs'), settled: (page) => page.getByRole('listitem').first() },
  { name: 'data copy', address: copiedTask('/data_copy'), settled: (page) => page.getByRole('gridcell').first() },
  {
    name: 'scheduled tasks',
    address: '/schedule',
    settled: (page) => page.getByText(/^Every day at/).first(),
  },
  {
    name: 'runs',
    address: async (client) => {
      await copiedTask('')(client)
      return '/runs'
    },
    settled: (page) => page.getByRole('link', { name: /^US Employment: Success/ }).first(),
  },
  { name: 'dev logs', address: '/dev', settled: (page) => page.getByRole('listitem').first() },
  { name: 'settings', address: '/settings', settled: (page) => page.getByRole('button', { name: 'Save Schedule' }) },
  {
    name: 'activity',
    address: async (client) => {
      await copiedTask('')(client)
      return '/activity'
    },
    settled: (page) => page.getByRole('list', { name: 'Activity' }).getByRole('listitem').first(),
  },
  {
    name: 'map',
    address: '/map',
    settled: (page) => page.getByRole('list', { name: 'Files' }).getByRole('listitem').first(),
  },
  {
    name: 'trash',
    address: async (client) => {
      const type = await createType(client, { name: 'Deleted' })
      await client.call(api.taskTypes.remove, { params: { id: type.id } })
      return '/sync_tasks/trash'
    },
    settled: (page) => page.getByRole('list', { name: 'Trash' }).getByRole('listitem').first(),
  },
  {
    name: 'my access',
    address: '/settings/access',
    settled: (page) => page.getByRole('heading', { name: 'Not used here' }),
  },
  {
    name: 'sessions',
    address: '/settings/sessions',
    settled: (page) => page.getByText('This browser', { exact: true }),
  },
  {
    name: 'connect Google',
    address: '/settings/google',
    settled: (page) => page.getByRole('region', { name: 'Checks' }),
  },
  {
    name: 'API tokens',
    address: tokensPage,
    settled: (page) => page.getByRole('button', { name: 'Revoke Nightly import' }),
  },
  {
    name: 'my alerts',
    address: '/settings/my-alerts',
    settled: (page) => page.getByRole('button', { name: 'Send test' }),
  },
  {
    name: 'alert channels',
    address: alertChannelsPage,
    settled: (page) => page.getByRole('button', { name: 'Send test to Operations' }),
  },
  {
    name: 'import and export',
    address: '/import_export',
    settled: (page) => page.getByRole('button', { name: 'Export as CSV' }),
  },
]

/** The address of a screen, once everything it shows exists. */
export function resolveAddress({ address }: Screen, client: ApiClient): string | Promise<string> {
  return typeof address === 'string' ? address : address(client)
}

/** The page of API tokens, with a token named 'Nightly import'. */
export async function tokensPage(client: ApiClient): Promise<string> {
  const tokens = await client.call(api.apiTokens.list, {})
  if (!tokens.some(({ name }) => name === 'Nightly import')) {
    await client.call(api.apiTokens.create, { body: { name: 'Nightly import', scope: 'run' } })
  }
  return '/settings/tokens'
}

/** The page of alert channels, with a channel named 'Operations'. */
async function alertChannelsPage(client: ApiClient): Promise<string> {
  const { channels } = await client.call(api.alertChannels.list, {})
  if (!channels.some(({ name }) => name === 'Operations')) {
    const body = { name: 'Operations', kind: 'slack', url: 'https://hooks.slack.com/services/T0/B0/example' } as const
    await client.call(api.alertChannels.create, { body })
  }
  return '/settings/alert-channels'
}

/** The embedded provider's page of a spreadsheet. */
export async function spreadsheetPage(client: ApiClient): Promise<string> {
  const { source_ss_id } = await findSampleTask(client, { type: 'Masters', name: 'Countries' })
  const { spreadsheet_url } = await client.call(api.operations.info, {})
  return spreadsheet_url.replace('{id}', source_ss_id)
}

/** The page of a preview of a task that was never copied. */
async function previewOfTask(client: ApiClient): Promise<string> {
  const { id: taskId } = await findSampleTask(client, { type: 'Masters', name: 'Countries' })
  const { id } = await client.call(api.previews.start, { body: { task_ids: [taskId] } })
  return `/previews/${id}`
}

/** The page of the last run of a copied task. */
async function lastRun(client: ApiClient): Promise<string> {
  const address = await copiedTask('')(client)
  const taskId = Number(address.split('/').at(-1))
  const { runs } = await client.call(api.runs.list, { query: { task_id: taskId, limit: 1 } })
  return `${address}/runs/${runs[0]?.id}`
}

function copiedTask(screen: '' | '/logs' | '/data_copy') {
  return async (client: ApiClient): Promise<string> => {
    const task = await findSampleTask(client, { type: 'Archive', name: 'US Employment' })
    if (task.task_status !== 'Success') await runToSuccess(client, task.id)
    return `/sync_tasks/${task.id}${screen}`
  }
}
