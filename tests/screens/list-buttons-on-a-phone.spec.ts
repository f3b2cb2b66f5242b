import { expect } from '@playwright/test'
import { createTask, createType } from '#tests/e2e/support/create-task.ts'
import { expectAccessible } from '#tests/e2e/support/expect-accessible.ts'
import { toast } from '#tests/e2e/support/signed-in.ts'
import { taskListOn } from '#tests/e2e/support/task-list.ts'
import { test } from './support/screen.ts'

const MIN_TARGET_PX = 44

test.use({ viewport: { width: 390, height: 844 } })

test('on a phone the actions on all tasks stay in one bar at the bottom, the rarer ones in a menu', async ({
  page,
  client,
}) => {
  const type = await createType(client, { name: 'Tall' })
  for (const name of ['one', 'two', 'three', 'four']) await createTask(client, { type, name, target_sheet_name: name })
  await page.goto('/sync_tasks')
  const { card, runAll, stopAll, deleteAll, dialog } = taskListOn(page)
  const bar = page.getByRole('toolbar', { name: 'All tasks' })
  const more = bar.getByRole('button', { name: 'More actions' })
  for (const button of [runAll, stopAll, more]) {
    await expect(button).toBeInViewport({ ratio: 1 })
    expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(MIN_TARGET_PX)
  }
  await expect(deleteAll).toBeHidden()
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  const [last, below] = [await card('four').boundingBox(), await bar.boundingBox()]
  expect((last?.y ?? 0) + (last?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0)

  await more.press('Enter')
  await expect(more).toHaveAttribute('aria-expanded', 'true')
  const menu = page.getByRole('menu', { name: 'More actions' })
  const items = menu.getByRole('menuitem')
  await expect(items).toHaveText([
    'Toggle All Active/Inactive',
    'Reset Status',
    'Delete All',
    'Pause everything until …',
  ])
  for (const item of await items.all()) {
    await expect(item).toBeInViewport({ ratio: 1 })
    expect((await item.boundingBox())?.height).toBeGreaterThanOrEqual(MIN_TARGET_PX)
  }
  await expectAccessible(page, 'open menu of the list')
  await expect(items.first()).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(items.nth(1)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
  await expect(more).toBeFocused()
  await more.click()
  await page.getByRole('heading', { level: 1 }).click()
  await expect(menu).toBeHidden()

  await more.click()
  await items.filter({ hasText: 'Delete All' }).click()
  await expect(dialog('Delete All Sync Tasks')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog('Delete All Sync Tasks')).toBeHidden()
  await expect(more).toBeFocused()
  await stopAll.press('Enter')
  const message = toast(page, 'No running or queued tasks to stop')
  await expect(message).toBeVisible()
  const [above, under] = [await message.boundingBox(), await bar.boundingBox()]
  expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThan(under?.y ?? 0)
})
