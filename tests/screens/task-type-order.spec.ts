import { expect, type Locator, type Page } from '@playwright/test'
import { api } from '#contract/api.ts'
import { createType } from '#tests/e2e/support/create-task.ts'
import { keepToasts } from '#tests/e2e/support/keep-toasts.ts'
import { unreadableError } from '#tests/e2e/support/mock-reply.ts'
import { toast } from '#tests/e2e/support/signed-in.ts'
import { touchOn } from '#tests/e2e/support/touch.ts'
import { addSamples } from './support/sample-records.ts'
import { test } from './support/screen.ts'
import { withReply } from './support/server-reply.ts'

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

test.beforeEach(({ server }) => addSamples(server))

test('types are reordered by mouse and by keyboard, and revert when saving fails', async ({ page, client, server }) => {
  const { length: count } = await client.call(api.taskTypes.list, {})
  await page.goto('/sync_task_types')
  await expect(handles(page)).toHaveCount(count)
  const [first = '', second = '', ...others] = await readOrder(page)

  await dragByMouse(page, { from: handles(page).nth(0), to: handles(page).nth(1) })
  await expect(toast(page, 'Order updated')).toBeVisible()
  await expect.poll(() => readOrder(page)).toEqual([second, first, ...others])
  await page.reload()
  await expect(handles(page)).toHaveCount(count)
  expect(await readOrder(page)).toEqual([second, first, ...others])

  await moveDownByKeyboard(page, second)
  await expect(toast(page, 'Order updated')).toBeVisible()
  await expect.poll(() => readOrder(page)).toEqual([first, second, ...others])

  await withReply(server, { route: api.taskTypes.reorder, reply: unreadableError(500) }, async () => {
    await moveDownByKeyboard(page, first)
    await expect(toast(page, 'Failed to update order')).toBeVisible()
    await expect.poll(() => readOrder(page)).toEqual([first, second, ...others])
  })

  await pickUpByKeyboard(page, first)
  await page.keyboard.press('Escape')
  await expect(page.getByText(`${first} is back in its original position.`)).toBeAttached()
  expect(await readOrder(page)).toEqual([first, second, ...others])
})

test('a new order shows before the server has saved it', async ({ page }) => {
  const saved = Promise.withResolvers<void>()
  await page.route(`**${api.taskTypes.reorder.path}`, async (call) => {
    await saved.promise
    await call.continue()
  })
  await openTypes(page)
  const [first = '', second = '', ...others] = await readOrder(page)
  await moveDownByKeyboard(page, first)
  await expect.poll(() => readOrder(page)).toEqual([second, first, ...others])
  await expect(toast(page, 'Order updated')).toHaveCount(0)
  saved.resolve()
  await expect(toast(page, 'Order updated')).toBeVisible()
})

test('a row is dropped also where the pointer is up before the next frame, and a second pointer changes nothing', async ({
  page,
}) => {
  await openTypes(page)
  const [first = '', second = '', ...others] = await readOrder(page)
  const handle = handles(page).nth(0)
  const place = await handles(page).nth(1).boundingBox()
  await handle.hover()
  await page.mouse.down()
  await handle.evaluate(
    (node, clientY) => {
      const point = (type: string, isPrimary: boolean) =>
        node.dispatchEvent(new PointerEvent(type, { bubbles: true, isPrimary, clientY }))
      point('pointerup', false)
      point('pointermove', true)
      point('pointercancel', false)
      point('pointerup', true)
    },
    (place?.y ?? 0) + 8,
  )
  await expect(toast(page, 'Order updated')).toBeVisible()
  await expect.poll(() => readOrder(page)).toEqual([second, first, ...others])
  await page.mouse.up()
})

test('on a narrow screen types are cards that can be reordered and edited', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/sync_task_types')
  const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Masters' }) })
  await expect(card.getByText('No dependencies')).toBeVisible()
  await expect(card.getByRole('term')).toHaveText([
    'Concurrent',
    'Queue Delay (s)',
    'Max Retries',
    'Retry Delay (s)',
    'Chunk Size',
  ])
  await expect(page.getByRole('table')).toHaveCount(0)
  const [first = '', second = '', ...others] = await readOrder(page)
  await moveDownByKeyboard(page, first)
  await expect(toast(page, 'Order updated')).toBeVisible()
  await expect.poll(() => readOrder(page)).toEqual([second, first, ...others])

  await card.getByRole('button', { name: 'Edit Masters' }).click()
  const form = page.getByRole('dialog', { name: 'Edit Sync Task Type' })
  await expect(form.getByLabel('Type Name')).toHaveValue('Masters')
  await form.getByRole('button', { name: 'Cancel' }).click()
  await expect(form).toBeHidden()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
})

test('reordering types can be undone while its toast is shown', async ({ page, client, server }) => {
  await createType(client, { name: 'Quarry' })
  await keepToasts(page)
  await openTypes(page)
  const before = await readOrder(page)
  const [first = '', second = '', ...others] = before
  const undo = page.getByRole('button', { name: 'Undo' })
  await dragByMouse(page, { from: handles(page).nth(0), to: handles(page).nth(1) })
  await expect.poll(() => readOrder(page)).toEqual([second, first, ...others])
  // The order shows before the server has saved it.
  await expect(undo).toBeVisible()
  // A type added after the reordering keeps its place at the end.
  const late = await createType(client, { name: 'Quarry late' })
  await expect.poll(() => readOrder(page)).toEqual([second, first, ...others, late.name])
  await undo.click()
  await expect.poll(() => readOrder(page)).toEqual([...before, late.name])
  await expect(toast(page, 'Order updated')).toBeVisible()
  await expect(undo).toHaveCount(0)
  await page.reload()
  await expect.poll(() => readOrder(page)).toEqual([...before, late.name])

  await moveDownByKeyboard(page, first)
  await withReply(server, { route: api.taskTypes.reorder, reply: unreadableError(500) }, async () => {
    await undo.click()
    await expect(toast(page, 'Failed to update order')).toBeVisible()
  })
  await expect.poll(() => readOrder(page)).toEqual([second, first, ...others, late.name])
})

test.describe('by touch on a narrow screen', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } })

  test('a type card is dragged by its handle, and the others move in 200 ms', async ({ page }) => {
    await keepToasts(page)
    await openTypes(page)
    const [first = '', second = '', third = '', ...others] = await readOrder(page)
    const touch = await touchOn(page)
    const secondCard = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: second }) })

    await touch.down(handles(page).nth(0))
    await touch.moveTo(handles(page).nth(2))
    await expect(page.getByText(`${first} moved to position 3`)).toBeAttached()
    await expect(secondCard).toHaveCSS('transition-property', 'transform')
    await expect(secondCard).toHaveCSS('transition-duration', '0.2s')
    expect(await page.evaluate(() => window.scrollY)).toBe(0)
    await touch.up()
    await expect(toast(page, 'Order updated')).toBeVisible()
    await expect.poll(() => readOrder(page)).toEqual([second, third, first, ...others])
    await page.getByRole('button', { name: 'Undo' }).tap()
    await expect.poll(() => readOrder(page)).toEqual([first, second, third, ...others])

    // Touching the card anywhere else scrolls the page.
    await touch.down(secondCard.getByText('Max Retries'))
    await touch.moveTo(page.getByRole('heading', { name: 'Sync Task Types' }))
    await touch.up()
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(0)
    expect(await readOrder(page)).toEqual([first, second, third, ...others])
  })

  test('with reduced motion the other cards move at once', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await openTypes(page)
    const [first = '', second = ''] = await readOrder(page)
    const touch = await touchOn(page)
    await touch.down(handles(page).nth(0))
    await touch.moveTo(handles(page).nth(1))
    await expect(page.getByText(`${first} moved to position 2`)).toBeAttached()
    const secondCard = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: second }) })
    await expect(secondCard).toHaveCSS('transition-property', 'none')
    await page.keyboard.press('Escape')
    await touch.up()
  })
})

test('on a narrow screen a type card is dragged by mouse, edited and deleted', async ({ page, client }) => {
  await createType(client, { name: 'Rowan' })
  await page.setViewportSize({ width: 390, height: 844 })
  await openTypes(page)
  const [first = '', second = '', ...others] = await readOrder(page)
  await dragByMouse(page, { from: handles(page).nth(0), to: handles(page).nth(1) })
  await expect(toast(page, 'Order updated')).toBeVisible()
  await expect.poll(() => readOrder(page)).toEqual([second, first, ...others])

  const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Rowan' }) })
  await card.getByRole('button', { name: 'Edit Rowan' }).click()
  const form = page.getByRole('dialog', { name: 'Edit Sync Task Type' })
  await form.getByLabel('Max Retries').fill('9')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(card.getByRole('definition')).toHaveText(['1', '0', '9', '60', '2,000'])
  await card.getByRole('button', { name: 'Delete Rowan' }).click()
  await page.getByRole('dialog', { name: 'Confirm Deletion' }).getByRole('button', { name: 'Delete' }).click()
  await expect(toast(page, 'Task type deleted successfully Undo')).toBeVisible()
  await expect(card).toHaveCount(0)
})

async function openTypes(page: Page): Promise<void> {
  await page.goto('/sync_task_types')
  await expect(handles(page).first()).toBeVisible()
}

function handles(page: Page): Locator {
  return page.getByRole('button', { name: /^Reorder / })
}

function readOrder(page: Page): Promise<string[]> {
  return handles(page).evaluateAll((all) =>
    all.map((one) => `${one.getAttribute('aria-label')}`.replace('Reorder ', '')),
  )
}

/** Drags the first type below the second. */
async function dragByMouse(page: Page, { from, to }: { from: Locator; to: Locator }): Promise<void> {
  await from.hover()
  // The second type makes room as soon as the first type reaches it.
  const place = await to.boundingBox()
  await page.mouse.down()
  await page.mouse.move((place?.x ?? 0) + 4, (place?.y ?? 0) + 8, { steps: 4 })
  await expect(page.getByText(/ moved to position 2 of /)).toBeAttached()
  await page.mouse.up()
}

async function moveDownByKeyboard(page: Page, name: string): Promise<void> {
  await pickUpByKeyboard(page, name)
  await page.keyboard.press('ArrowDown')
  await expect(page.getByText(`${name} moved to position 2`)).toBeAttached()
  await page.keyboard.press('Space')
}

/** Picks up the first type. */
async function pickUpByKeyboard(page: Page, name: string): Promise<void> {
  const { length: count } = await readOrder(page)
  await page.getByRole('button', { name: `Reorder ${name}`, exact: true }).focus()
  await page.keyboard.press('Space')
  await expect(page.getByText(`${name} picked up, position 1 of ${count}.`)).toBeAttached()
}
