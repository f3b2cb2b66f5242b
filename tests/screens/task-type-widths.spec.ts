import { expect, type Page } from '@playwright/test'
import { touchOn } from '#tests/e2e/support/touch.ts'
import { addSamples } from './support/sample-records.ts'
import { test } from './support/screen.ts'

const WIDTHS = [390, 768, 992, 1024, 1100, 1150, 1280, 1440]

test.beforeEach(({ server }) => addSamples(server))

test('every button of a type is inside the window, however wide', async ({ page }) => {
  await page.goto('/sync_task_types')
  for (const width of WIDTHS) {
    await test.step(`${width} px`, async () => {
      await page.setViewportSize({ width, height: 900 })
      await expect(page.getByRole('button', { name: 'Edit Masters' })).toBeVisible()
      // A resized window gets its table or cards in one of the next frames.
      await expect.soft(async () => expect(await buttonsOutside(page, width)).toEqual([])).toPass({ timeout: 30_000 })
      expect.soft(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    })
  }
})

test('the types are a table where it fits, and cards as soon as it does not', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.goto('/sync_task_types')
  await expect(page.getByRole('columnheader', { name: 'Actions' })).toBeVisible()
  await page.setViewportSize({ width: 1100, height: 900 })
  await expect(page.getByRole('button', { name: 'Edit Masters' })).toBeVisible()
  await expect(page.getByRole('columnheader')).toHaveCount(0)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 600 }, hasTouch: true })

  test('the graph is a tree at full size inside the window', async ({ page }) => {
    await page.goto('/sync_task_types?view=graph')
    await expect(typeLink(page, 'Masters')).toBeVisible()
    for (const link of await page.getByRole('link', { name: /\d tasks?/ }).all()) {
      const box = await link.boundingBox()
      expect(box?.height, String(await link.textContent())).toBeCloseTo(56, 0)
      expect(box && box.x >= 0 && box.x + box.width <= 390, String(await link.textContent())).toBe(true)
    }
  })

  test('a finger on the graph scrolls the page', async ({ page }) => {
    await page.goto('/sync_task_types?view=graph')
    const finger = await touchOn(page)
    await finger.down(typeLink(page, 'Masters'))
    await finger.moveBy({ x: 0, y: -300 })
    await finger.up()
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(100)
  })
})

/** The names of types whose buttons are not inside a window of this width. */
async function buttonsOutside(page: Page, width: number): Promise<(string | null)[]> {
  const buttons = await page.getByRole('button', { name: /^(Reorder|Edit|Delete) / }).all()
  expect(buttons.length).toBeGreaterThan(6)
  const outside: (string | null)[] = []
  for (const button of buttons) {
    const box = await button.boundingBox({ timeout: 1_000 })
    if (!box || box.x < 0 || box.x + box.width > width) outside.push(await button.getAttribute('aria-label'))
  }
  return outside
}

const typeLink = (page: Page, name: string) => page.getByRole('link', { name: new RegExp(`^${name}`) })
