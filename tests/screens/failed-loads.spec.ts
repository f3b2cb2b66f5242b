import { expect, type Page } from '@playwright/test'
import { api } from '#contract/api.ts'
import type { Route } from '#contract/route.ts'
import { findSampleTask } from '#tests/e2e/support/create-task.ts'
import { unreadableError } from '#tests/e2e/support/mock-reply.ts'
import { addSamples } from './support/sample-records.ts'
import { test } from './support/screen.ts'
import type { ScreenServer } from './support/screen-server.ts'
import { failUntilTriedAgain } from './support/server-reply.ts'

interface Screen {
  path: string
  /** Fails at first. */
  route: Route
  failure: string
  /** Would be untrue while nothing is known. */
  untrue: RegExp
  loaded: (page: Page) => ReturnType<Page['getByText']>
}

const SCREENS: Screen[] = [
  {
    path: '/sync_tasks',
    route: api.tasks.list,
    failure: 'Failed to fetch sync tasks.',
    untrue: /\d+ total|back online/,
    loaded: (page) => page.getByRole('article').first(),
  },
  {
    path: '/map',
    route: api.tasks.list,
    failure: 'Failed to load the map',
    untrue: /No sync tasks yet/,
    loaded: (page) => page.getByRole('list', { name: 'Files' }),
  },
  {
    path: '/activity',
    route: api.activity.list,
    failure: 'Failed to load the activity',
    untrue: /No matching entries/,
    loaded: (page) => page.getByRole('list', { name: 'Activity' }),
  },
  {
    path: '/dev',
    route: api.devLogs.lines,
    failure: 'Error fetching logs',
    untrue: /No logs found|0 lines/,
    loaded: (page) => page.getByRole('log').getByRole('listitem').first(),
  },
]

test.beforeEach(({ server }) => addSamples(server))

for (const { path, ...screen } of SCREENS) {
  test(`${path} says that it failed to load, and nothing else, and loads on another try`, async ({ page, server }) => {
    await expectRecovery({ page, server }, { path, ...screen })
  })
}

test('so does the data copy of a task', async ({ page, client, server }) => {
  const { id } = await findSampleTask(client, { type: 'Archive', name: 'US Employment' })
  server.state.dataCopy = { columns: ['id'], rows: [{ id: 1 }] }
  await expectRecovery(
    { page, server },
    {
      path: `/sync_tasks/${id}/data_copy`,
      route: api.dataCopy.columns,
      failure: 'Failed to load default columns.',
      untrue: /No rows copied yet/,
      loaded: () => page.getByRole('grid'),
    },
  )
})

async function expectRecovery(
  { page, server }: { page: Page; server: ScreenServer },
  { path, route, failure, untrue, loaded }: Screen,
): Promise<void> {
  const main = page.getByRole('main')
  await failUntilTriedAgain({ page, server }, { route, reply: unreadableError(418) }, async () => {
    await page.goto(path)
    await expect(main.getByText(failure, { exact: true })).toBeVisible()
    await expect(main.getByText(untrue)).toHaveCount(0)
  })
  await expect(loaded(page)).toBeVisible()
  await expect(main.getByText(failure, { exact: true })).toHaveCount(0)
}
