import { expect, type Locator, type Page } from '@playwright/test'
import { createTask, createType } from '#tests/e2e/support/create-task.ts'
import { expectAccessible } from '#tests/e2e/support/expect-accessible.ts'
import { taskListOn } from '#tests/e2e/support/task-list.ts'
import { buildSuccess } from './support/build-success.ts'
import { test } from './support/screen.ts'

const PHONE = { width: 390, height: 844 }
const SMALLEST_TEXT_PX = 12

test('the compact density makes cards lower, in all windows, is remembered, and applies before the app loads', async ({
  page,
  client,
  context,
}) => {
  const type = await createType(client, { name: 'Dense' })
  await createTask(client, { type, name: 'low', target_sheet_name: 'low' })
  await page.goto('/sync_tasks')
  const html = page.locator('html')
  const card = taskListOn(page).card('low')
  await expect(card).toBeVisible()
  const comfortable = await measureHeight(card)
  const other = await context.newPage()
  await other.goto('/')
  await expect(other.getByRole('button', { name: 'Switch to compact density' })).toBeVisible()
  await page.getByRole('button', { name: 'Switch to compact density' }).click()
  await expect(html).toHaveAttribute('data-density', 'compact')
  await expect.poll(() => measureHeight(card)).toBeLessThan(0.85 * comfortable)
  await expect(other.locator('html')).toHaveAttribute('data-density', 'compact')
  await expect(other.getByRole('button', { name: 'Switch to comfortable density' })).toBeVisible()
  await other.close()

  await page.route('**/assets/*.js', (call) => call.abort())
  await page.reload()
  await expect(html).toHaveAttribute('data-density', 'compact')
  await page.unroute('**/assets/*.js')
  await page.reload()
  await expect.poll(() => measureHeight(card)).toBeLessThan(0.85 * comfortable)

  await page.keyboard.press('Control+k')
  await page.getByRole('dialog', { name: 'Commands' }).getByRole('textbox').fill('density')
  await page.keyboard.press('Enter')
  await expect(html).toHaveAttribute('data-density', 'comfortable')
  await expect.poll(() => measureHeight(card)).toBe(comfortable)
  await expect(page.getByRole('banner').getByRole('button', { name: 'Switch to compact density' })).toBeVisible()
})

test('the cards at the top of the window stay there when the density or the width changes', async ({
  page,
  client,
}) => {
  const type = await createType(client, { name: 'Long' })
  for (const number of Array.from({ length: 40 }, (_, index) => index + 1)) {
    await createTask(client, { type, name: `row ${number}`, target_sheet_name: `row ${number}` })
  }
  await page.goto('/sync_tasks')
  const { card } = taskListOn(page)
  await expect(card('row 1')).toBeVisible()
  await page.keyboard.press('End')
  await expect(card('row 40')).toBeInViewport()
  await page.keyboard.press('PageUp')
  await expect(card('row 40')).not.toBeInViewport()
  const first = await page.evaluate(() => document.elementFromPoint(innerWidth / 3, 120)?.closest('article')?.ariaLabel)
  await page.getByRole('button', { name: 'Switch to compact density' }).click()
  await expect(card(first ?? '')).toBeInViewport()
  await page.setViewportSize({ width: 800, height: 700 })
  await expect(card(first ?? '')).toBeInViewport()
})

test('a compact card on a phone folds its defaults, and shows everything else in readable text', async ({
  page,
  client,
  server,
}) => {
  const type = await createType(client, { name: 'Pocket' })
  const done = await createTask(client, { type, name: 'done', target_sheet_name: 'done' })
  await createTask(client, { type, name: 'idle', target_sheet_name: 'idle', is_active: false })
  server.changeTasks(({ id }) => (id === done.id ? buildSuccess() : {}))
  await page.setViewportSize(PHONE)
  await page.goto('/sync_tasks')
  const { cards, card } = taskListOn(page)
  await expect(cards).toHaveCount(2)
  expect(await pageWidth(page)).toBeLessThanOrEqual(PHONE.width)
  const words = (await cards.allInnerTexts()).map(withoutTimes)
  await page.getByRole('button', { name: 'Switch to compact density' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-density', 'compact')
  await expect(card('done').getByText('Chunk size')).toBeHidden()
  for (const one of await cards.all()) await one.getByText('Details', { exact: true }).click()
  await expect(card('done').getByText('Chunk size')).toBeVisible()
  const opened = (await cards.allInnerTexts()).map((text) => sortedWords(withoutTimes(text.replace('Details', ''))))
  expect(opened).toEqual(words.map(sortedWords))
  expect(await pageWidth(page)).toBeLessThanOrEqual(PHONE.width)
  for (const one of [card('done'), card('idle')]) {
    expect(await smallestTextPx(one)).toBeGreaterThanOrEqual(SMALLEST_TEXT_PX)
    expect(
      await one
        .getByRole('term')
        .evaluateAll((terms) => terms.filter((term) => term.scrollWidth > term.clientWidth).length),
    ).toBe(0)
  }
  await expectAccessible(page, 'compact list')
})

async function measureHeight(card: Locator): Promise<number> {
  return (await card.boundingBox())?.height ?? 0
}

function pageWidth(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth)
}

function sortedWords(text: string): string[] {
  return text.split(/\s+/).filter(Boolean).toSorted()
}

function withoutTimes(words: string): string {
  return words.replaceAll(/\d+[a-z] ago|just now/g, 'a while ago')
}

async function smallestTextPx(card: Locator): Promise<number> {
  const sizes = await card
    .locator('*')
    .evaluateAll((elements) =>
      elements
        .filter(({ childNodes }) => [...childNodes].some(({ nodeType }) => nodeType === Node.TEXT_NODE))
        .map((element) => Number.parseFloat(getComputedStyle(element).fontSize)),
    )
  return Math.min(...sizes)
}
