import { expect, type Locator, type Page } from '@playwright/test'
import { runToSuccess } from '#tests/support/run-to-end.ts'
import { createRunnableTask, createTask, createType } from './support/create-task.ts'
import { test } from './support/empty-app.ts'
import { expectAccessible } from './support/expect-accessible.ts'
import { taskListOn } from './support/task-list.ts'

const PHONE = { width: 390, height: 844 }
const SMALLEST_TEXT_PX = 12

test('a compact card on a phone folds its defaults, and shows everything else in readable text', async ({
  page,
  client,
  provider,
}) => {
  const type = await createType(client, { name: 'Pocket' })
  const done = await createRunnableTask({ client, provider }, { type, name: 'done' })
  await createTask(client, { type, name: 'idle', target_sheet_name: 'idle', is_active: false })
  await runToSuccess(client, done.id)
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
