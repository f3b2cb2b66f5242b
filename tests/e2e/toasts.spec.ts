import { expect, type Locator, type Page } from '@playwright/test'
import { api } from '#contract/api.ts'
import { createTask, createType } from './support/create-task.ts'
import { keepToasts } from './support/keep-toasts.ts'
import { unreadableError, withMockReply } from './support/mock-reply.ts'
import { test, toast } from './support/signed-in.ts'
import { taskListOn } from './support/task-list.ts'
import { touchOn } from './support/touch.ts'

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

test('toasts stay 3 s, 6 s for run actions and 16 s for task files', async ({ page, client }) => {
  const type = await createType(client, { name: 'Toaster' })
  await createTask(client, { type, name: 'Toasted', target_sheet_name: 'Toasted' })
  await keepToasts(page)
  await page.goto('/sync_task_types')
  await page.getByRole('button', { name: 'Add Type' }).click()
  await page.getByLabel('Type Name').fill('Toaster two')
  await page.keyboard.press('Enter')
  await expectToast(page, { text: 'Task type created successfully', kind: 'success', seconds: 3 })
  await page.getByRole('button', { name: 'Delete Toaster two' }).click()
  await withMockReply(page, { route: api.taskTypes.remove, reply: unreadableError(500) }, async () => {
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await expectToast(page, { text: 'Failed to delete sync task type', kind: 'error', seconds: 3 })
  })
  await page.getByRole('button', { name: 'Delete Toaster two' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expectToast(page, { text: /^Task type deleted successfully/, kind: 'success', seconds: 3 })
  await undoOf(page, 'Task type deleted').click()
  await expectToast(page, { text: 'Restored 1 task type.', kind: 'success', seconds: 3 })
  await page.getByRole('button', { name: 'Reorder Toaster two' }).press('Space')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Space')
  await expectToast(page, { text: /^Order updated/, kind: 'success', seconds: 3 })
  await undoOf(page, 'Order updated').click()
  await expectToast(page, { text: 'Order updated', kind: 'success', seconds: 3 })

  await page.goto(`/sync_tasks?type=${type.id}`)
  // Before the runs below: after 'On its way.' the card shows a run until the list has reloaded, and a reset asks first.
  await withMockReply(page, { route: api.tasks.resetRunningStatus, reply: { body: { reset_count: 0 } } }, async () => {
    await taskListOn(page).resetStatus.click()
    await expectToast(page, { text: 'No tasks needed to be reset.', kind: 'info', seconds: 3 })
  })
  const run = taskListOn(page).card('Toasted').getByRole('button', { name: 'Run Task' })
  for (const { reply, text, kind } of [
    { reply: { body: { status: 'warning', message: 'Not today.' } }, text: 'Not today.', kind: 'warning' },
    { reply: unreadableError(500), text: 'Error executing sync task', kind: 'error' },
    { reply: { body: { status: 'success', message: 'On its way.' } }, text: 'On its way.', kind: 'success' },
  ]) {
    await withMockReply(page, { route: api.tasks.execute, reply }, async () => {
      await run.click()
      await expectToast(page, { text, kind, seconds: 6 })
    })
  }

  await page.goto('/import_export')
  await page.getByRole('button', { name: 'Export as CSV' }).click()
  await expectToast(page, { text: /^Sync tasks exported/, kind: 'success', seconds: 16 })
  await page.locator('input[type="file"]').setInputFiles(csvFile('color\n'))
  await page.getByRole('button', { name: 'Import CSV' }).click()
  await expectToast(page, { text: /^Import failed: /, kind: 'error', seconds: 16 })
})

test('a toast shows at the bottom right without a progress bar and closes when its time is up', async ({ page }) => {
  const { say, message } = await refusals(page)
  await say()
  const box = (await toastOf(message).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 }
  expect(box.x).toBeGreaterThan(width / 2)
  expect(width - (box.x + box.width)).toBeLessThan(40)
  expect(height - (box.y + box.height)).toBeLessThan(100)
  await expect(toastOf(message).locator('.Toastify__progress-bar--wrp')).toHaveCSS('opacity', '0')
  await barOf(message).evaluate((bar) => bar.getAnimations()[0]?.finish())
  await expect(message).toHaveCount(0)
})

test('a toast stays when the browser moves its timer back to before its start', async ({ page }) => {
  const { say, message } = await refusals(page)
  await say()
  await expectTimer(message, 'running')
  const elapsed = await barOf(message).evaluate((bar) => {
    const ended = new Promise<number>((resolve) =>
      document.addEventListener('animationend', (event) => resolve(event.elapsedTime), { capture: true, once: true }),
    )
    for (const animation of bar.getAnimations()) animation.currentTime = -20
    return ended
  })
  expect(elapsed).toBe(0)
  await expectTimer(message, 'running')
  await expect(message).toBeVisible()
  await barOf(message).evaluate((bar) => bar.getAnimations()[0]?.finish())
  await expect(message).toHaveCount(0)
})

test('a toast pauses on hover and in a background window, and closes on click', async ({ page }) => {
  const { say, message } = await refusals(page)
  await say()
  await expectTimer(message, 'running')
  await message.hover()
  await expectTimer(message, 'paused')
  await page.mouse.move(5, 5)
  await expectTimer(message, 'running')
  await page.evaluate(() => window.dispatchEvent(new Event('blur')))
  await expectTimer(message, 'paused')
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  await expectTimer(message, 'running')
  await message.click()
  await expect(message).toHaveCount(0)
  // A toast that is already closing does not swallow the next one.
  await page.mouse.move(5, 5)
  await say()
  await expectTimer(message, 'running')
  await message.hover()
  await expectTimer(message, 'paused')
})

test('a repeated toast is shown once, flashes and restarts its time', async ({ page }) => {
  const { say, message } = await refusals(page)
  await say()
  await message.hover()
  await expect(message).not.toHaveClass(/toast-updated/)
  await barOf(message).evaluate((bar) => {
    for (const animation of bar.getAnimations()) animation.currentTime = 15_900
  })
  await say()
  await expect(message).toHaveClass(/toast-updated/)
  await expect(message).toHaveCount(1)
  await expectTimer(message, 'paused')
  expect(await barOf(message).evaluate((bar) => Number(bar.getAnimations()[0]?.currentTime))).toBeLessThan(15_900)
})

test('with reduced motion toasts do not slide', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const { say, message } = await refusals(page)
  await say()
  await expect(toastOf(message)).toHaveCSS('animation-duration', '0.001s')
  await expect(toastOf(message).locator('.Toastify__toast-icon')).toHaveCSS('animation-duration', '0.001s')
  await expectTimer(message, 'running')
  await message.click()
  await expect(message).toHaveCount(0)
})

test.describe('on a phone', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } })

  test('a toast can be swiped away', async ({ page }) => {
    const { say, message } = await refusals(page)
    await say()
    const touch = await touchOn(page)
    await touch.down(message)
    await touch.moveBy({ x: 60, y: 0 })
    await touch.up()
    await expect(message).toBeVisible()
    await touch.down(message)
    await touch.moveBy({ x: -350, y: 0 })
    await touch.up()
    await expect(message).toHaveCount(0)
  })
})

/** A toast that can be repeated, of the kind that stays longest. */
async function refusals(page: Page) {
  await page.goto('/import_export')
  const message = toast(page, 'Please select a CSV file')
  return {
    message,
    say: async () => {
      await page
        .locator('input[type="file"]')
        .setInputFiles({ ...csvFile(''), name: 'a.pdf', mimeType: 'application/pdf' })
      await expect(message).toBeVisible()
    },
  }
}

interface Expected {
  text: string | RegExp
  kind: string
  seconds: number
}

/** The button of a toast that is not leaving. */
function undoOf(page: Page, text: string): Locator {
  return page.getByRole('alert').filter({ hasText: text }).getByRole('button', { name: 'Undo' })
}

async function expectToast(page: Page, { text, kind, seconds }: Expected): Promise<void> {
  const message = toast(page, text)
  await expect(message).toBeVisible()
  await expect(toastOf(message)).toHaveClass(new RegExp(`Toastify__toast--${kind}`))
  await expect(barOf(message)).toHaveCSS('animation-duration', `${seconds}s`)
}

/** The remaining time is the animation of a hidden bar. */
function expectTimer(message: Locator, state: 'running' | 'paused'): Promise<void> {
  return expect(barOf(message)).toHaveCSS('animation-play-state', state)
}

function toastOf(message: Locator): Locator {
  return message.locator('xpath=ancestor::*[@role="alert"]')
}

function barOf(message: Locator): Locator {
  return toastOf(message).locator('.Toastify__progress-bar')
}

function csvFile(content: string) {
  return { name: 'tasks.csv', mimeType: 'text/csv', buffer: Buffer.from(content) }
}
