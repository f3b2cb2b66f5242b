import { expect, type Locator, type Page } from '@playwright/test'
import { readValues } from './support/cell-values.ts'
import { signIn, test } from './support/journey.ts'
import { startApp } from './support/running-app.ts'

/** A run of the sample with 50,000 rows takes long on a busy machine. */
const LARGE_RUN = { timeout: 120_000 }

test('a new user signs in, runs a sample task, sees its progress and finds the rows in the target', async ({
  page,
  app,
}) => {
  await page.goto(app.url)
  await expect(page.getByText('3.0.0')).toBeVisible()
  await signIn(page)

  const card = await findCard(page, { name: 'Flights', type: 'Reports' })
  // The run is quick: this looks at every frame.
  const progress = page.waitForFunction(() =>
    [...document.querySelectorAll('[role="progressbar"]')].some((bar) =>
      /[\d,]+ of [\d,]+/.test(bar.getAttribute('aria-valuetext') ?? ''),
    ),
  )
  await card.getByRole('button', { name: 'Run Task' }).click()
  await progress
  await expect(card).toHaveAttribute('data-status', 'Success', LARGE_RUN)
  await expect(card.getByText('Success', { exact: true })).toBeVisible()

  const [source, target] = await spreadsheetLinks(card)
  expect(await readValues(target, 'Flights')).toEqual(await readValues(source, 'Flights'))

  const opened = page.waitForEvent('popup')
  await card.getByRole('link', { name: /Report/ }).click()
  const provider = await opened
  await provider.getByRole('tab', { name: 'Flights' }).click()
  await expect(provider.getByRole('gridcell').filter({ hasText: /\S/ }).first()).toBeVisible()
})

test('a run interrupted by a power cut resumes at the next start and copies exactly', async ({ page }) => {
  await using app = await startApp()
  await page.goto(app.url)
  await signIn(page)
  const card = await findCard(page, { name: 'Flights', type: 'Reports' })
  await card.getByRole('button', { name: 'Run Task' }).click()
  await expect(card).toHaveAttribute('data-status', 'Running')

  await app.kill()
  await app.restart()

  await page.goto(`${app.url}/sync_tasks?name=Flights`)
  const takenUp = await findCard(page, { name: 'Flights', type: 'Reports' })
  await expect(takenUp).toHaveAttribute('data-status', 'Success', LARGE_RUN)
  const [source, target] = await spreadsheetLinks(takenUp)
  expect(await readValues(target, 'Flights')).toEqual(await readValues(source, 'Flights'))
})

async function findCard(page: Page, { name, type }: { name: string; type: string }): Promise<Locator> {
  await page.getByRole('searchbox', { name: 'Filter by name' }).fill(name)
  await page.getByRole('combobox', { name: 'Task type' }).selectOption({ label: type })
  // Another type has a task with this name. Until the list applies both filters, it may show that task, or both.
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText([type])
  const card = page.getByRole('article', { name, exact: true })
  await expect(card).toHaveCount(1)
  return card
}

async function spreadsheetLinks(card: Locator): Promise<[string, string]> {
  const links = card.locator('a[href*="/spreadsheets/d/"]')
  const [source, target] = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))
  if (!source || !target) throw new Error('The card does not link to both spreadsheets')
  return [source, target]
}
