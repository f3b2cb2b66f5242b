import { expect } from '@playwright/test'
import { createTask, createType } from '#tests/e2e/support/create-task.ts'
import { overrideTasks } from '#tests/e2e/support/override-tasks.ts'
import { taskListOn } from '#tests/e2e/support/task-list.ts'
import { test } from './support/screen.ts'

const FINGER_PX = 44
const PHONE = { width: 390, height: 844 }

test.use({ hasTouch: true, isMobile: true, viewport: PHONE })

for (const density of ['comfortable', 'compact'] as const) {
  test(`every control of a ${density} card is large enough for a finger`, async ({ page, client }) => {
    const type = await createType(client, { name: 'Tapped' })
    await createTask(client, { type, name: 'held', target_sheet_name: 'held' })
    await createTask(client, { type, name: 'busy', target_sheet_name: 'busy' })
    await overrideTasks(page, ({ name }) =>
      name === 'held'
        ? { task_status: 'Warning', can_copy_anyway: true }
        : { task_status: 'Running', running_status: true },
    )
    await page.addInitScript((chosen) => localStorage.setItem('nano-sync-density', chosen), density)
    await page.goto('/sync_tasks')
    const { card } = taskListOn(page)
    for (const name of ['held', 'busy']) {
      const controls = card(name).locator('button, label, input[type="checkbox"]:not([role="switch"]), a[aria-label]')
      await expect(controls.first()).toBeVisible()
      for (const control of await controls.all()) {
        const { width, height } = (await control.boundingBox()) ?? { width: 0, height: 0 }
        const what = await control.evaluate((element) => element.ariaLabel ?? element.textContent)
        expect(Math.min(width, height), `${name}: ${what}`).toBeGreaterThanOrEqual(FINGER_PX)
      }
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width)
  })
}

test('a tap on the box of a card selects its task', async ({ page, client }) => {
  const type = await createType(client, { name: 'Tapped' })
  await createTask(client, { type, name: 'one', target_sheet_name: 'one' })
  await page.goto('/sync_tasks')
  const box = taskListOn(page).card('one').getByRole('checkbox')
  await box.tap({ position: { x: 3, y: 40 } })
  await expect(box).toBeChecked()
  await expect(page.getByText('1 selected', { exact: true })).toBeVisible()
})
