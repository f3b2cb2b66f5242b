import { expect, type Locator, type Page } from '@playwright/test'
import { test as base } from './kept-page-test.ts'
import type { Fields } from './records.ts'
import { type SpecServer, startSpecServer } from './spec-server.ts'

/** A journey of a signed-in user on the built page, served by a server that knows only the specification. */
export const test = base.extend<{ server: SpecServer }, { workerServer: SpecServer }>({
  workerServer: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures it needs from the pattern
    async ({}, use) => {
      await using server = await startSpecServer()
      await use(server)
    },
    { scope: 'worker' },
  ],
  server: async ({ workerServer }, use) => {
    workerServer.reset()
    await use(workerServer)
  },
  baseURL: async ({ server }, use) => use(server.url),
})

export type ToastKind = 'success' | 'info' | 'warning' | 'error'

/** A toast with exactly this text. */
export function toast(page: Page, text: string | RegExp): Locator {
  return page
    .getByRole('region', { name: /^Notifications/ })
    .getByRole('alert')
    .filter({ hasText: typeof text === 'string' ? new RegExp(`^${escaped(text)}$`) : text })
}

/** Expects a toast of this kind that stays for this long. The rest of its time is the animation of a hidden bar. */
export async function expectToast(
  page: Page,
  { text, kind, seconds }: { text: string | RegExp; kind: ToastKind; seconds?: number },
): Promise<void> {
  const shown = toast(page, text).first()
  await expect(shown).toBeVisible()
  await expect(shown).toHaveClass(new RegExp(`Toastify__toast--${kind}`))
  if (seconds === undefined) return
  await expect(shown.locator('.Toastify__progress-bar')).toHaveCSS('animation-duration', `${seconds}s`)
}

/** Keeps each toast open until it is clicked, however slow the machine: a window without focus pauses them. */
export async function keepToasts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    document.hasFocus = () => false
  })
}

/** Closes a toast, wherever its animation has brought it, so the next toast with this text is new. */
export async function dismissToast(page: Page, text: string): Promise<void> {
  const shown = toast(page, text)
  await shown.dispatchEvent('click')
  await expect(shown).toHaveCount(0)
}

/** Gives the server other tasks, and has the open list and its counts read them. */
export async function showTasks(page: Page, { server, tasks }: { server: SpecServer; tasks: Fields[] }): Promise<void> {
  server.state.tasks = tasks
  const refresh = page.getByRole('button', { name: 'Refresh' })
  const reads = ['/api/sync_tasks', '/api/sync_tasks/status_all'].map((path) =>
    page.waitForResponse((response) => new URL(response.url()).pathname === path),
  )
  await refresh.click()
  await Promise.all(reads)
  await expect(refresh).not.toHaveAttribute('aria-busy')
}

/** The card with this title. */
export function findCard(page: Page, title: string): Locator {
  const heading = page.getByRole('heading', { level: 3, name: title, exact: true })
  return page.getByRole('article').filter({ has: heading })
}

/** The value a card shows for a term. */
export function findFact(card: Locator, name: string): Locator {
  return card
    .getByRole('term')
    .filter({ hasText: new RegExp(`^${name}$`) })
    .locator('xpath=following-sibling::dd')
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
