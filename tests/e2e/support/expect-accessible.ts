import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const SEVERE = new Set(['serious', 'critical'])

/** Expects no severe violations on the page as it is now, in light and in dark. */
export async function expectAccessible(page: Page, where: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
    expect.soft(await severeViolations(page), `${where}, ${colorScheme}`).toEqual([])
  }
}

/** The serious and critical violations that axe finds, a line per rule with the first element that breaks it. */
export async function severeViolations(page: Page): Promise<string[]> {
  // Without frames to combine, the legacy mode finds the same in a fraction of the time: it opens no second page.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })
  const { violations } = await axe.analyze()
  return violations
    .filter(({ impact }) => SEVERE.has(impact ?? ''))
    .map(({ id, help, nodes }) => `${id}: ${help} (${nodes.length}) ${nodes[0]?.html} ${nodes[0]?.failureSummary}`)
}
