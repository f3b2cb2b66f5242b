import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import type { Screen } from './prepare-screens.ts'

const WIDTHS = [
  { label: 'wide', viewport: { width: 1440, height: 900 } },
  { label: 'narrow', viewport: { width: 390, height: 844 } },
] as const
const SCHEMES = ['light', 'dark'] as const

interface Sitting {
  browser: Browser
  folder: string
  url: string
  /** As a `Cookie` header holds them. */
  cookies: string
  screens: readonly Screen[]
}

/** Takes each screen's pictures, named after screen, width and colour scheme; answers how many there are. */
export async function takeShots({ browser, folder, url, cookies, screens }: Sitting): Promise<number> {
  let shotCount = 0
  for (const { label, viewport } of WIDTHS) {
    for (const colorScheme of SCHEMES) {
      for (const screen of screens) {
        await using context = await browser.newContext({ viewport, colorScheme, reducedMotion: 'reduce', baseURL: url })
        if (!screen.isVisitor) await addCookies({ context, url, cookies })
        const page = await context.newPage()
        await show(page, screen)
        await page.screenshot({ path: join(folder, `${screen.name}-${label}-${colorScheme}.png`) })
        shotCount += 1
      }
    }
  }
  return shotCount
}

async function show(page: Page, { address, showsLink, opens }: Screen): Promise<void> {
  await page.goto(address)
  await page.getByRole('main').waitFor()
  await page.waitForFunction(() => document.querySelector('[role="status"][aria-label^="Loading"]') === null)
  // The stream of events never ends, so the network is never idle: what still loads then is no part of the picture.
  await page.waitForLoadState('load')
  await page.waitForFunction(() => document.fonts.status === 'loaded')
  if (showsLink !== undefined) await page.getByRole('link', { name: showsLink }).waitFor()
  if (opens === undefined) return
  await page.getByRole('button', { name: opens, exact: true }).click()
  await page.getByRole('dialog').waitFor()
}

async function addCookies({ context, url, cookies }: { context: BrowserContext; url: string; cookies: string }) {
  const pairs = cookies.split('; ').map((pair) => pair.split('='))
  await context.addCookies(pairs.map(([name = '', ...value]) => ({ name, value: value.join('='), url })))
}
