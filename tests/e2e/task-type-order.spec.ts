import { expect, type Locator, type Page } from '@playwright/test'
import { api } from '#contract/api.ts'
import { test, toast } from './support/signed-in.ts'
import { silentRefusal, whileAnswered } from './support/while-answered.ts'

test('types are put in order by mouse and by keyboard, and go back when the order is refused', async ({
  page,
  client,
}) => {
  const { length: count } = await client.call(api.taskTypes.list, {})
  await page.goto('/sync_task_types')
  await expect(handles(page)).toHaveCount(count)
  const [first = '', second = '', ...others] = await orderOf(page)

  await dragByMouse(page, { from: handles(page).nth(0), to: handles(page).nth(1) })
  await expect(toast(page, 'Order updated')).toBeVisible()
  await expect.poll(() => orderOf(page)).toEqual([second, first, ...others])
  await page.reload()
  await expect(handles(page)).toHaveCount(count)
  expect(await orderOf(page)).toEqual([second, first, ...others])

  await moveDownByKeyboard(page, second)
  await expect(toast(page, 'Order updated')).toBeVisible()
  await expect.poll(() => orderOf(page)).toEqual([first, second, ...others])

  await whileAnswered(page, { route: api.taskTypes.reorder, answer: silentRefusal(500) }, async () => {
    await moveDownByKeyboard(page, first)
    await expect(toast(page, 'Failed to update order')).toBeVisible()
    await expect.poll(() => orderOf(page)).toEqual([first, second, ...others])
  })

  await handles(page).nth(0).focus()
  await page.keyboard.press('Space')
  await expect(page.getByText(`${first} picked up, position 1 of ${count}.`)).toBeAttached()
  await page.keyboard.press('Escape')
  await expect(page.getByText(`${first} is back where it was.`)).toBeAttached()
  expect(await orderOf(page)).toEqual([first, second, ...others])
})

test('on a narrow screen the types are cards, which are sorted and edited just the same', async ({ page }) => {
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
  const [first = '', second = '', ...others] = await orderOf(page)
  await moveDownByKeyboard(page, first)
  await expect(toast(page, 'Order updated')).toBeVisible()
  await expect.poll(() => orderOf(page)).toEqual([second, first, ...others])

  await card.getByRole('button', { name: 'Edit Masters' }).click()
  const form = page.getByRole('dialog', { name: 'Edit Sync Task Type' })
  await expect(form.getByLabel('Type Name')).toHaveValue('Masters')
  await form.getByRole('button', { name: 'Cancel' }).click()
  await expect(form).toBeHidden()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
})

function handles(page: Page): Locator {
  return page.getByRole('button', { name: /^Reorder / })
}

function orderOf(page: Page): Promise<string[]> {
  return handles(page).evaluateAll((all) =>
    all.map((one) => `${one.getAttribute('aria-label')}`.replace('Reorder ', '')),
  )
}

async function dragByMouse(page: Page, { from, to }: { from: Locator; to: Locator }): Promise<void> {
  await from.hover()
  await page.mouse.down()
  await to.hover({ force: true })
  // A second movement on the same spot: the first may only have begun the drag.
  await to.hover({ force: true, position: { x: 4, y: 8 } })
  await page.mouse.up()
}

/** Each step waits until the row has arrived, which is announced to those who cannot see it. */
async function moveDownByKeyboard(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: `Reorder ${name}`, exact: true }).focus()
  await page.keyboard.press('Space')
  await expect(page.getByText(`${name} picked up, position 1`)).toBeAttached()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByText(`${name} moved to position 2`)).toBeAttached()
  await page.keyboard.press('Space')
}
