import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import type { Screen } from './prepare-screens.ts'

const WIDE = { width: 1440, height: 900 }
const MEDIUM = { width: 1024, height: 768 }
const NARROW = { width: 390, height: 844 }

/** Windows and color schemes for each screen. The first look is also measured. */
const LOOKS = [
  { label: 'wide-light', viewport: WIDE, colorScheme: 'light' },
  { label: 'wide-dark', viewport: WIDE, colorScheme: 'dark' },
  { label: 'medium-light', viewport: MEDIUM, colorScheme: 'light' },
  { label: 'medium-dark', viewport: MEDIUM, colorScheme: 'dark' },
  { label: 'narrow-light', viewport: NARROW, colorScheme: 'light' },
  { label: 'narrow-dark', viewport: NARROW, colorScheme: 'dark' },
  { label: 'wide-forced', viewport: WIDE, colorScheme: 'dark', forcedColors: 'active' },
  // The wide window at a zoom of 200 %.
  { label: 'zoomed-light', viewport: { width: 720, height: 450 }, colorScheme: 'light', deviceScaleFactor: 2 },
] as const

interface ShotOptions {
  browser: Browser
  folder: string
  url: string
  /** Cookies in the format of a `Cookie` header. */
  cookies: string
  screens: readonly Screen[]
}

/** Controls and words of a screen or of its dialog, and its height in pixels. */
export interface ScreenFigures {
  screen: string
  controls: number
  words: number
  height: number
}

/** Takes screenshots of each screen, named after screen and look. Returns the figures of each screen. */
export async function takeShots({ browser, folder, url, cookies, screens }: ShotOptions): Promise<ScreenFigures[]> {
  const figures: ScreenFigures[] = []
  for (const { label, ...look } of LOOKS) {
    for (const screen of screens) {
      await using context = await browser.newContext({ ...look, reducedMotion: 'reduce', baseURL: url })
      if (!screen.isSignedOut) await addCookies({ context, url, cookies })
      if (screen.hasRows) await context.addInitScript(() => localStorage.setItem('nano-sync-task-view', 'rows'))
      const page = await context.newPage()
      await show(page, screen)
      await page.screenshot({ path: join(folder, `${screen.name}-${label}.png`) })
      if (label === LOOKS[0].label) figures.push({ screen: screen.name, ...(await measure(page)) })
    }
  }
  return figures
}

/** Counts the visible controls and words outside the navigation, and measures the height. */
function measure(page: Page): Promise<Omit<ScreenFigures, 'screen'>> {
  return page.evaluate(() => {
    const content = document.querySelector<HTMLElement>('[role="dialog"], main') ?? document.body
    const controls = [...content.querySelectorAll('a[href], button, input, select, textarea, summary')]
    return {
      controls: controls.filter((control) => control.checkVisibility({ visibilityProperty: true })).length,
      words: content.innerText.match(/[\p{L}\p{N}]\S*/gu)?.length ?? 0,
      height: document.documentElement.scrollHeight,
    }
  })
}

async function show(page: Page, { path, lastLink, dialogButton, openRow }: Screen): Promise<void> {
  await page.goto(path)
  await page.getByRole('main').waitFor()
  await page.waitForFunction(() => document.querySelector('[role="status"][aria-label^="Loading"]') === null)
  // Wait for `load`: the event stream keeps the network busy, so a wait for `networkidle` would never end.
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
