import { expect } from '@playwright/test'
import { severeViolations } from './support/expect-accessible.ts'
import { spreadsheetPage } from './support/screens.ts'
import { test } from './support/signed-in.ts'

test('a spreadsheet of the embedded provider: no severe accessibility violations, light and wide, dark and narrow', async ({
  page,
  client,
}) => {
  await page.goto(await spreadsheetPage(client))
  for (const { colorScheme, size } of [
    { colorScheme: 'light', size: { width: 1280, height: 800 } },
    { colorScheme: 'dark', size: { width: 390, height: 844 } },
  ] as const) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize(size)
    await expect(page.getByRole('gridcell').first()).toBeVisible()
    expect.soft(await severeViolations(page), `${colorScheme}, ${size.width} px`).toEqual([])
  }
})
