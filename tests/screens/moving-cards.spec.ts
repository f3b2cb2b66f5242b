import { expect, type Page } from '@playwright/test'
import { api } from '#contract/api.ts'
import { createTask, createType } from '#tests/e2e/support/create-task.ts'
import { taskListOn } from '#tests/e2e/support/task-list.ts'
import type { ApiClient } from '#tests/support/api-client.ts'
import { test } from './support/screen.ts'

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

interface Slide {
  card: string
  from: string
}

test('cards slide to their new places only when the order changes', async ({ page, client }) => {
  const type = await createType(client, { name: 'Sliding' })
  for (const name of ['a', 'b', 'c', 'd', 'e']) await createTask(client, { type, name, target_sheet_name: name })
  const { slides } = await watchSlides(page)
  await page.goto('/sync_tasks')
  const { cards, card, nameFilter } = taskListOn(page)
  const order = () => cards.getByRole('heading').allTextContents()
  await expect(cards).toHaveCount(5)
  const measurePlace = async (name: string) => (await card(name).boundingBox()) ?? { x: 0, y: 0 }
  const [a, b] = [await measurePlace('a'), await measurePlace('b')]
  expect(await slides()).toEqual([])

  await card('a').getByRole('button', { name: 'Move down' }).click()
  await expect.poll(order).toEqual(['b', 'a', 'c', 'd', 'e'])
  expect(await slides()).toEqual([
    { card: 'b', from: `translate(${b.x - a.x}px, ${b.y - a.y}px)` },
    { card: 'a', from: `translate(${a.x - b.x}px, ${a.y - b.y}px)` },
  ])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(order).toEqual(['a', 'b', 'c', 'd', 'e'])
  expect((await slides()).map(({ card }) => card)).toEqual(['a', 'b'])
  await card('e').getByRole('button', { name: 'Push to top' }).click()
  await expect.poll(order).toEqual(['e', 'a', 'b', 'c', 'd'])
  expect((await slides()).map(({ card }) => card)).toEqual(['e', 'a', 'b', 'c', 'd'])

  await nameFilter.fill('c')
  await expect(cards).toHaveCount(1)
  await nameFilter.fill('')
  await expect(cards).toHaveCount(5)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Switch to compact density' }).click()
  expect(await slides()).toEqual([])

  await page.emulateMedia({ reducedMotion: 'reduce' })
  await card('a').getByRole('button', { name: 'Push to top' }).click()
  await expect.poll(order).toEqual(['a', 'e', 'b', 'c', 'd'])
  expect(await slides()).toEqual([])
})

test('the headings slide with the cards when groups change', async ({ page, client }) => {
  await page.setViewportSize({ width: 390, height: 3000 })
  const types = [await createType(client, { name: 'Upper' }), await createType(client, { name: 'Lower' })]
  for (const type of types)
    await createTask(client, { type, name: `in ${type.name}`, target_sheet_name: `in ${type.name}` })
  const { slides } = await watchSlides(page)
  await page.goto('/sync_tasks')
  const { cards } = taskListOn(page)
  await expect(cards).toHaveCount(2)
  const reverse = () => {
    types.reverse()
    return client.call(api.taskTypes.reorder, { body: { order: types.map(({ id }) => id) } })
  }
  await reverse()
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect.poll(() => cards.getByRole('heading').allTextContents()).toEqual(['in Lower', 'in Upper'])
  expect((await slides()).map(({ card }) => card)).toEqual(
    expect.arrayContaining(['Upper', 'Lower', 'in Upper', 'in Lower']),
  )
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await reverse()
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect.poll(() => cards.getByRole('heading').allTextContents()).toEqual(['in Upper', 'in Lower'])
  expect(await slides()).toEqual([])
})

test('the focus stays on a move button, so that the keyboard can move a card repeatedly', async ({ page, client }) => {
  await makeMany(client, 90)
  await page.goto('/sync_tasks')
  const { card } = taskListOn(page)
  const button = (label: string) => card('many 1').getByRole('button', { name: label })
  await button('Move down').focus()
  for (const place of [2, 3, 4, 5]) {
    await page.keyboard.press('Enter')
    await expect(card('many 1').getByText(`${place}/90`, { exact: true })).toBeVisible()
    await expect(button('Move down')).toBeFocused()
    await expect(button('Move down')).toBeEnabled()
  }
  await button('Push to bottom').press('Enter')
  await expect(card('many 1').getByText('90/90', { exact: true })).toBeInViewport()
  await expect(button('Push to bottom')).toBeFocused()
  await expect(button('Push to bottom')).toBeDisabled()
  await button('Push to top').press('Enter')
  await expect(card('many 1').getByText('1/90', { exact: true })).toBeInViewport()
  await expect(button('Push to top')).toBeFocused()
})

test('moving a card by mouse does not scroll the window', async ({ page, client }) => {
  await makeMany(client, 90)
  await page.goto('/sync_tasks')
  const { card } = taskListOn(page)
  await card('many 8').scrollIntoViewIfNeeded()
  const scrolled = await page.evaluate(() => window.scrollY)
  await card('many 8').getByRole('button', { name: 'Push to bottom' }).click()
  await expect(card('many 8')).toHaveCount(0)
  await expect(card('many 9')).toBeInViewport()
  expect(await page.evaluate(() => window.scrollY)).toBe(scrolled)
})

/** Records slides; `slides` returns the slides since its last call. */
async function watchSlides(page: Page) {
  await page.addInitScript(() => {
    const animate = Element.prototype.animate
    Object.assign(window, { slides: [] })
    Element.prototype.animate = function (this: Element, ...call: Parameters<typeof animate>) {
      const [frames] = call
      const from = Array.isArray(frames) ? String(frames[0]?.['transform']) : ''
      const name = this.matches('article') ? this.ariaLabel : this.querySelector('h2')?.textContent
      if (name && from.startsWith('translate')) Reflect.get(window, 'slides').push({ card: name, from })
      return animate.apply(this, call)
    }
  })
  return {
    slides: () => page.evaluate(() => Reflect.get(window, 'slides').splice(0)) as Promise<Slide[]>,
  }
}

async function makeMany(client: ApiClient, count: number): Promise<void> {
  const type = await createType(client, { name: 'Many' })
  for (let index = 1; index <= count; index += 1)
    await createTask(client, { type, name: `many ${index}`, target_sheet_name: `many ${index}` })
}
