import { expect, type Page } from '@playwright/test'
import { api } from '#contract/api.ts'
import { createTask, createType } from '#tests/e2e/support/create-task.ts'
import { errorReply } from '#tests/e2e/support/mock-reply.ts'
import { toast } from '#tests/e2e/support/signed-in.ts'
import { taskListOn } from '#tests/e2e/support/task-list.ts'
import { test } from './support/screen.ts'
import { withReply } from './support/server-reply.ts'

test('cards are selected by mouse and keyboard, and the bar fits a phone', async ({ page, client, server }) => {
  // Created in turns, so the displayed order differs from the order of creation.
  const types = [await createType(client, { name: 'east' }), await createType(client, { name: 'west' })]
  for (const place of [1, 2, 3]) {
    for (const type of types) {
      const name = `${type.name} ${place}`
      await createTask(client, { type, name, target_sheet_name: name })
    }
  }
  await page.goto('/sync_tasks')
  const { cards, card, nameFilter, addTask, dialog } = taskListOn(page)
  const { bar, act } = selectionBar(page)
  const box = (name: string) => card(name).getByRole('checkbox')
  const selected = cards.and(page.locator('[data-selected]'))
  const titles = () => selected.getByRole('heading').allTextContents()

  await test.step('Shift selects a range of cards', async () => {
    await box('east 2').click({ modifiers: ['Shift'] })
    await expect(selected).toHaveCount(1)
    await box('west 2').click({ modifiers: ['Shift'] })
    await expect.poll(titles).toEqual(['east 2', 'east 3', 'west 1', 'west 2'])
    await box('east 3').click()
    await box('east 1').click({ modifiers: ['Shift'] })
    await expect.poll(titles).toEqual(['east 1', 'east 2', 'east 3', 'west 1', 'west 2'])
    expect(await page.evaluate(() => getSelection()?.toString())).toBe('')

    await page.keyboard.press('Escape')
    await expect(bar).toHaveCount(0)
    await box('west 3').press('Space')
    await box('west 1').press('Shift+Space')
    await expect.poll(titles).toEqual(['west 1', 'west 2', 'west 3'])
    await box('west 2').press('Space')
    await expect.poll(titles).toEqual(['west 1', 'west 3'])
  })

  await test.step('Ctrl+A selects all shown cards and Escape clears the selection', async () => {
    await page.keyboard.press('ControlOrMeta+a')
    await expect(bar.getByRole('status')).toHaveText('6 selected')
    await page.keyboard.press('Escape')
    await expect(bar).toHaveCount(0)
  })

  await test.step('except in fields and dialogs', async () => {
    await nameFilter.fill('east')
    await expect(cards).toHaveCount(3)
    await page.keyboard.press('ControlOrMeta+a')
    await expect(nameFilter).toBeFocused()
    await expect(bar).toHaveCount(0)
    await box('east 1').press('ControlOrMeta+a')
    await expect(bar.getByRole('status')).toHaveText('3 selected')
    await nameFilter.focus()
    await page.keyboard.press('Escape')
    await expect(bar.getByRole('status')).toBeVisible()

    for (const open of [() => act('Delete'), () => addTask.click(), () => page.keyboard.press('Control+k')]) {
      await open()
      await expect(page.getByRole('dialog')).toHaveCount(1)
      await page.keyboard.press('ControlOrMeta+a')
      await page.keyboard.press('Escape')
      await expect(dialog(/./)).toHaveCount(0)
      await expect(bar.getByRole('status')).toBeVisible()
    }
  })

  await test.step('an action keeps the focus on its button', async () => {
    const deactivate = bar.getByRole('button', { name: 'Deactivate' })
    const reply = Promise.withResolvers<void>()
    await page.route('**/toggle_all_active', async (call) => {
      await reply.promise
      await call.fulfill({ status: 503, json: { error: 'Not now.', message: 'Not now.', code: 'unavailable' } })
    })
    await deactivate.press('Enter')
    await expect(bar.getByRole('status')).toHaveText('0 of 3 done')
    await expect(deactivate).toBeDisabled()
    await page.keyboard.press('Escape')
    await expect(bar.getByRole('status')).toHaveText('0 of 3 done')
    reply.resolve()
    await expect(bar.getByRole('status')).toHaveText('3 selected')
    await expect(deactivate).toBeFocused()
    await page.unroute('**/toggle_all_active')
  })

  await test.step('on a phone all buttons of the bar are visible, even with a toast open', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    for (const name of ['east 2', 'east 3']) await box(name).uncheck()
    for (const button of await bar.getByRole('button').all()) await expect(button).toBeInViewport({ ratio: 1 })
    await withReply(server, { route: api.tasks.toggleAllActive, reply: errorReply(503, 'Not now.') }, async () => {
      await act('Deactivate')
      const message = toast(page, 'Deactivated 0 of 1 task. east 1 (east): Not now.')
      await expect(message).toBeVisible()
      const [above, below] = [await message.boundingBox(), await bar.boundingBox()]
      expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThan(below?.y ?? 0)
    })
    await act('Deactivate')
    await expect(toast(page, 'Deactivated 1 of 1 task.')).toBeVisible()
    await expect(bar).toHaveCount(0)
  })
})

test('Escape keeps the selection as soon as an action has started', async ({ page, client }) => {
  const type = await createType(client, { name: 'Picked' })
  await createTask(client, { type, name: 'one', target_sheet_name: 'one' })
  const reply = Promise.withResolvers<void>()
  await page.route('**/toggle_all_active', async (call) => {
    await reply.promise
    await call.continue()
  })
  await page.goto('/sync_tasks')
  const { card } = taskListOn(page)
  const { bar, act } = selectionBar(page)
  await card('one').getByRole('checkbox').check()
  await expect(bar.getByRole('status')).toHaveText('1 selected')
  // As on a busy machine: timers run late, and code that waits for a timer does not know of the action yet.
  await page.evaluate(() => {
    const start = window.setTimeout
    window.setTimeout = Object.assign((run: () => void) => start(run, 60_000), start)
  })
  await act('Deactivate')
  await expect(bar.getByRole('status')).toHaveText('0 of 1 done')
  await page.keyboard.press('Escape')
  await expect(bar.getByRole('status')).toHaveText('0 of 1 done')
  const answered = page.waitForResponse('**/toggle_all_active')
  reply.resolve()
  await answered
})

test('Escape clears the selection before the bar has loaded', async ({ page, client }) => {
  const type = await createType(client, { name: 'Picked' })
  for (const name of ['one', 'two']) await createTask(client, { type, name, target_sheet_name: name })
  const loaded = Promise.withResolvers<void>()
  await page.route('**/assets/bulk-bar-*.js', async (route) => {
    await loaded.promise
    await route.continue()
  })
  await page.goto('/sync_tasks')
  const { card } = taskListOn(page)
  const { bar } = selectionBar(page)
  await card('one').getByRole('checkbox').check()
  await page.keyboard.press('Escape')
  await expect(card('one').getByRole('checkbox')).not.toBeChecked()
  await card('two').getByRole('checkbox').check()
  loaded.resolve()
  await expect(bar.getByRole('status')).toHaveText('1 selected')
})

test('bulk actions report how many tasks succeeded and name those that failed', async ({ page, client, server }) => {
  const type = await createType(client, { name: 'Picked', allowed_concurrent_tasks: 5 })
  for (const name of ['apple', 'berry']) {
    await createTask(client, { type, name, target_sheet_name: name })
  }
  await createTask(client, { type, name: 'acorn', target_sheet_name: 'acorn', is_active: false })
  await page.goto('/sync_tasks')
  const { card, cards, dialog, nameFilter } = taskListOn(page)
  const { bar, act } = selectionBar(page)
  await expect(bar).toHaveCount(0)

  await card('apple').getByRole('checkbox', { name: 'Select apple' }).check()
  await expect(bar.getByRole('status')).toHaveText('1 selected')
  await act('Select all 3 shown')
  await expect(bar.getByRole('status')).toHaveText('3 selected')
  await act('Run')
  await expect(
    toast(page, 'Queued 2 of 3 tasks. acorn (Picked): Task is inactive. Activate it before running it.'),
  ).toBeVisible()
  server.changeTasks(({ running_status }) => (running_status ? { task_status: 'Running' } : {}))
  await expect(bar.getByRole('status')).toHaveText('1 selected')
  await expect(card('acorn').getByRole('checkbox')).toBeChecked()
  await act('Clear selection')
  await expect(bar).toHaveCount(0)
  await expect(cards.and(page.locator('[data-status="Running"]'))).toHaveCount(2)

  await nameFilter.fill('apple')
  await card('apple').getByRole('checkbox').check()
  await act('Stop')
  await expect(toast(page, 'Stopped 1 of 1 task.')).toBeVisible()
  await expect(bar).toHaveCount(0)
  await expect(card('apple')).toHaveAttribute('data-status', 'Stopped')
  await nameFilter.fill('')
  await expect(card('berry')).toHaveAttribute('data-status', 'Running')

  for (const name of ['apple', 'acorn']) await card(name).getByRole('checkbox').check()
  await act('Activate')
  await expect(toast(page, 'Activated 2 of 2 tasks.')).toBeVisible()
  await expect(bar).toHaveCount(0)
  await expect(cards.and(page.locator('[data-inactive]'))).toHaveCount(0)
  for (const name of ['apple', 'acorn']) await card(name).getByRole('checkbox').check()
  await withReply(server, { route: api.tasks.toggleAllActive, reply: errorReply(503, 'Not now.') }, async () => {
    await act('Deactivate')
    await expect(toast(page, /^Deactivated 0 of 2 tasks\. .*acorn \(Picked\): Not now\./)).toBeVisible()
    await expect(bar.getByRole('status')).toHaveText('2 selected')
  })
  await act('Deactivate')
  await expect(toast(page, 'Deactivated 2 of 2 tasks.')).toBeVisible()
  await expect(bar).toHaveCount(0)
  for (const name of ['apple', 'berry', 'acorn']) await card(name).getByRole('checkbox').check()
  await act('Delete')
  const confirmation = dialog('Delete Sync Tasks')
  await expect(confirmation).toContainText('The 3 selected tasks will be deleted.')
  await confirmation.getByRole('button', { name: 'Delete 3 tasks' }).click()
  await expect(
    toast(page, 'Deleted 2 of 3 tasks. berry (Picked): Cannot delete while the task is running'),
  ).toBeVisible()
  await expect(cards).toHaveCount(1)
  await expect(bar.getByRole('status')).toHaveText('1 selected')
  await expect(card('berry').getByRole('checkbox')).toBeChecked()
})

function selectionBar(page: Page) {
  const bar = page.getByRole('toolbar', { name: 'Selected tasks' })
  return { bar, act: (name: string) => bar.getByRole('button', { name, exact: true }).click() }
}
