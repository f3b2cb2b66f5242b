import { expect, type Page } from '@playwright/test'
import { api } from '#contract/api.ts'
import type { ApiClient } from '#tests/support/api-client.ts'
import { graveFaults } from './support/grave-faults.ts'
import { sampleTask } from './support/make.ts'
import { runToEnd } from './support/run-to-end.ts'
import { test } from './support/signed-in.ts'

interface Screen {
  name: string
  address: string | ((client: ApiClient) => Promise<string>)
  /** Present once the screen shows its data. */
  settled: (page: Page) => ReturnType<Page['getByRole']>
}

const screens: Screen[] = [
  {
    name: 'task types',
    address: '/sync_task_types',
    settled: (page) => page.getByRole('button', { name: 'Edit Masters' }),
  },
  {
    name: 'the graph of task types',
    address: '/sync_task_types?view=graph',
    settled: (page) => page.getByRole('link', { name: /^Masters/ }),
  },
  { name: 'task logs', address: copiedTask('logs'), settled: (page) => page.getByRole('listitem').first() },
  { name: 'data copy', address: copiedTask('data_copy'), settled: (page) => page.getByRole('gridcell').first() },
  {
    name: 'scheduled tasks',
    address: '/schedule',
    settled: (page) =>
      page
        .getByRole('main')
        .getByText('Run All Tasks')
        .or(page.getByText(/^Run Task/).first()),
  },
  { name: 'dev logs', address: '/dev', settled: (page) => page.getByRole('listitem').first() },
  { name: 'settings', address: '/settings', settled: (page) => page.getByRole('button', { name: 'Save Schedule' }) },
  {
    name: 'import and export',
    address: '/import_export',
    settled: (page) => page.getByRole('button', { name: 'Export as CSV' }),
  },
  { name: 'a spreadsheet', address: spreadsheet, settled: (page) => page.getByRole('gridcell').first() },
]

for (const { name, address, settled } of screens) {
  test(`${name}: nothing grave stands in anybody's way, in light and in dark`, async ({ page, client }) => {
    const path = typeof address === 'string' ? address : await address(client)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.goto(path)
      await expect(settled(page)).toBeVisible()
      expect.soft(await graveFaults(page), colorScheme).toEqual([])
    }
  })
}

test("dialogs: nothing grave stands in anybody's way, in light and in dark", async ({ page, client }) => {
  const copy = await copiedTask('data_copy')(client)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    for (const { path, open } of [
      { path: '/sync_task_types', open: 'Add Type' },
      { path: '/sync_task_types', open: 'Delete Masters' },
      { path: copy, open: 'Select Columns' },
    ]) {
      await page.goto(path)
      await page.getByRole('button', { name: open }).click()
      await expect(page.getByRole('dialog').getByRole('button', { name: 'Cancel' })).toBeVisible()
      expect.soft(await graveFaults(page), `${open}, ${colorScheme}`).toEqual([])
    }
  }
})

function copiedTask(screen: 'logs' | 'data_copy') {
  return async (client: ApiClient): Promise<string> => {
    const task = await sampleTask(client, { type: 'Archive', name: 'US Employment' })
    if (task.task_status !== 'Success') await runToEnd(client, task.id)
    return `/sync_tasks/${task.id}/${screen}`
  }
}

async function spreadsheet(client: ApiClient): Promise<string> {
  const { source_ss_id } = await sampleTask(client, { type: 'Masters', name: 'Countries' })
  const { spreadsheet_url } = await client.call(api.operations.info, {})
  return spreadsheet_url.replace('{id}', source_ss_id)
}
