import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import type { Screen } from './prepare-screens.ts'

const WIDTHS = [
  { label: 'wide', viewport: { width: 1440, height: 900 } },
  { label: 'medium', viewport: { width: 1024, height: 768 } },
  { label: 'narrow', viewport: { width: 390, height: 844 } },
] as const
const SCHEMES = ['light', 'dark'] as const

interface ShotOptions {
  browser: Browser
  folder: string
  url: string
  /** In the format of a `Cookie` header. */
  cookies: string
  screens: readonly Screen[]
}

/** Takes screenshots of each screen, named after screen, width and color scheme. Returns their number. */
export async function takeShots({ browser, folder, url, cookies, screens }: ShotOptions): Promise<number> {
  let shotCount = 0
  for (const { label, viewport } of WIDTHS) {
    for (const colorScheme of SCHEMES) {
      for (const screen of screens) {
        await using context = await browser.newContext({ viewport, colorScheme, reducedMotion: 'reduce', baseURL: url })
        if (!screen.isSignedOut) await addCookies({ context, url, cookies })
        if (screen.hasRows) await context.addInitScript(() => localStorage.setItem('nano-sync-task-view', 'rows'))
        const page = await context.newPage()
        await show(page, screen)
        await page.screenshot({ path: join(folder, `${screen.name}-${label}-${colorScheme}.png`) })
        shotCount += 1
      }
    }
  }
  return shotCount
}

async function show(page: Page, { path, lastLink, dialogButton, openRow }: Screen): Promise<void> {
  await page.goto(path)
  await page.getByRole('main').waitFor()
  await page.waitForFunction(() => document.querySelector('[role="status"][aria-label^="Loading"]') === null)
  // The event stream keeps the network busy, so waiting for `networkidle` would never end.
  await page.waitForLoadState('load')
  await page.waitForFunction(() => document.fonts.status === 'loaded')
  if (lastLink !== undefined) await page.getByRole('link', { name: lastLink }).last().waitFor()
  if (openRow !== undefined) {
    await page.getByRole('searchbox', { name: 'Filter by name' }).fill(openRow)
    await page.getByRole('button', { name: openRow, exact: true }).click()
    await page.getByRole('region', { name: `Task ${openRow}` }).waitFor()
  }
  if (dialogButton === undefined) return
  await page.getByRole('button', { name: dialogButton, exact: true }).click()
  await page.getByRole('dialog').waitFor()
}

async function addCookies({ context, url, cookies }: { context: BrowserContext; url: string; cookies: string }) {
  const pairs = cookies.split('; ').map((pair) => pair.split('='))
  await context.addCookies(pairs.map(([name = '', ...value]) => ({ name, value: value.join('='), url })))
}
