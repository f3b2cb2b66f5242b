import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

const GRAVE = new Set(['serious', 'critical'])

/** What axe finds serious or critical on the page, a line for each rule, naming the first element that breaks it. */
export async function graveFaults(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze()
  return violations
    .filter(({ impact }) => GRAVE.has(impact ?? ''))
    .map(({ id, help, nodes }) => `${id}: ${help} (${nodes.length}) ${nodes[0]?.html} ${nodes[0]?.failureSummary}`)
}
