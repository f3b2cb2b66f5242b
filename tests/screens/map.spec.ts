import { expect } from '@playwright/test'
import { createType } from '#tests/e2e/support/create-task.ts'
import { addManyTasks } from './support/sample-records.ts'
import { test } from './support/screen.ts'

test('a map of 200 tasks opens readable, on what failed, with the files of one type below its name', async ({
  page,
  client,
  server,
}) => {
  for (const name of ['Daily', 'Weekly']) {
    const type = await createType(client, { name })
    const parity = name === 'Daily' ? 0 : 1
    addManyTasks(server, { type, count: 100, fields: (index) => describePlaces(2 * index + parity) })
  }
  const last = server.state.tasks.find(({ name }) => name === 'T199')
  server.changeTask(last?.id ?? 0, { task_status: 'Error' })
  await page.goto('/map')
  const failed = page.locator('.react-flow__node').filter({ hasText: 'to-199' })
  await expect(failed).toBeInViewport()
  await expect(failed.getByText('Data')).toHaveCSS('font-size', '12px')
  const readZoom = () => page.locator('.react-flow__viewport').evaluate((map) => new DOMMatrix(map.style.transform).a)
  expect(await readZoom()).toBeGreaterThanOrEqual(9 / 11)
  await page.getByRole('button', { name: 'Fit View' }).click()
  await expect(page.locator('.react-flow__node').filter({ hasText: /^Weekly$/ })).toBeInViewport()
  await expect.poll(readZoom).toBeLessThan(0.5)
})

const describePlaces = (at: number) => ({
  name: `T${at}`,
  source_ss_id: `from-${at}`,
  source_ss_name: null,
  source_sheet_name: 'Data',
  target_ss_id: `to-${at}`,
  target_ss_name: null,
  target_sheet_name: 'Data',
})
