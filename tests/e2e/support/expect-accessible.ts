import { expect, type Page } from '@playwright/test'
import { graveFaults } from './grave-faults.ts'

/** Nothing grave stands in anybody's way on the page as it is now, in the light scheme and in the dark one. */
export async function expectAccessible(page: Page, where: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
    expect.soft(await graveFaults(page), `${where}, ${colorScheme}`).toEqual([])
  }
}
