import { expect, type Page } from '@playwright/test'
import { api } from '#contract/api.ts'
import type { TaskType } from '#contract/task-type.ts'
import { createType } from './support/create-task.ts'
import { addressOf, screens } from './support/screens.ts'
import { test } from './support/signed-in.ts'

/** A fifth of the limit for a good score: https://web.dev/articles/cls */
const MAX_SHIFT = 0.02
const REPLY_DELAY_MS = 400

const types: TaskType[] = []

test.beforeAll(async ({ client }) => {
  // So many that a list or graph of them fills a window.
  for (const number of Array.from({ length: 8 }, (_, index) => index + 1)) {
    types.push(await createType(client, { name: `Shifting ${number}` }))
  }
})
test.afterAll(async ({ client }) => {
  for (const { id } of types) await client.call(api.taskTypes.remove, { params: { id } })
})

for (const screen of screens) {
  for (const width of [1280, 390]) {
    test(`${screen.name}: no layout shift when its data arrives, ${width} px wide`, async ({ page, client }) => {
      const path = await addressOf(screen, client)
      await page.setViewportSize({ width, height: 800 })
      await page.emulateMedia({ reducedMotion: 'reduce' })
      await recordShifts(page)
      await page.route(
        ({ pathname }) => /^\/(api|dev\/logs|csv_jobs)\//.test(`${pathname}/`) && !pathname.endsWith('/events'),
        async (call) => {
          await new Promise((resolve) => setTimeout(resolve, REPLY_DELAY_MS))
          await call.continue()
        },
      )
      await page.goto(path)
      await expect(screen.settled(page)).toBeVisible()
      await page.waitForLoadState('networkidle')
      const shifts = await shiftsOn(page)
      const sum = shifts.reduce((total, { value }) => total + value, 0)
      expect(sum, JSON.stringify(shifts, undefined, 1)).toBeLessThan(MAX_SHIFT)
    })
  }
}

interface Shift {
  value: number
  /** The elements that moved, with their old and new positions. */
  moved: string[]
}

async function recordShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: Shift[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as LayoutShift[]) {
        const moved = entry.sources.map(({ node, previousRect, currentRect }) => {
          const element = node instanceof Element ? node : node?.parentElement
          return `${element?.outerHTML.slice(0, 120)} ${JSON.stringify(previousRect)} ${JSON.stringify(currentRect)}`
        })
        shifts.push({ value: entry.value, moved })
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

/** Not in the DOM types yet: https://developer.mozilla.org/docs/Web/API/LayoutShift */
interface LayoutShift extends PerformanceEntry {
  value: number
  sources: readonly { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[]
}

function shiftsOn(page: Page): Promise<Shift[]> {
  return page.evaluate(() => (window as unknown as { shifts: Shift[] }).shifts)
}
