import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const SEVERE = new Set(['serious', 'critical'])
/** The rules about colors. The other rules find the same in each color scheme. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block']

interface Checked {
  /** Only these rules instead of all. */
  rules?: string[]
  /** Only the elements that match this selector, with their contents, instead of the whole page. */
  within?: string
}

/** Expects no severe violations on the page as it is now, in light and in dark. */
export async function expectAccessible(page: Page, where: string, checked: Checked = {}): Promise<void> {
  await showIn(page, 'light')
  expect.soft(await severeViolations(page, checked), `${where}, light`).toEqual([])
  await showIn(page, 'dark')
  expect.soft(await severeViolations(page, { ...checked, rules: COLOR_RULES }), `${where}, dark`).toEqual([])
}

/**
 * Expects no severe violations in the open dialogs, in light and in dark. This takes a fraction of the time of checking
 * the whole page. The page is the same with and without a dialog, so check it without one.
 */
export async function expectDialogAccessible(page: Page, where: string): Promise<void> {
  const within = '[role="dialog"]'
  await expect(page.locator(within)).not.toHaveCount(0)
  await expectAccessible(page, where, { within })
}

async function showIn(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
}

/** The serious and critical violations, a line per rule with the first element that breaks it. */
export async function severeViolations(page: Page, { rules, within }: Checked = {}): Promise<string[]> {
  // A page keeps axe until it is loaded again, and parsing it takes as long as many of its rules.
  const hasAxe = await page.evaluate(() => 'axe' in window)
  // Without frames to combine, the legacy mode finds the same in a fraction of the time: it opens no second page.
  const axe = new AxeBuilder({ page, ...(hasAxe && { axeSource: 'undefined' }) }).setLegacyMode()
  if (within) axe.include(within)
  const { violations } = await axe.options({ resultTypes: ['violations'], ...(rules && { runOnly: rules }) }).analyze()
  return violations
    .filter(({ impact }) => SEVERE.has(impact ?? ''))
    .map(({ id, help, nodes }) => `${id}: ${help} (${nodes.length}) ${nodes[0]?.html} ${nodes[0]?.failureSummary}`)
}
