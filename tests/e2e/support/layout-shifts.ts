import type { Page } from '@playwright/test'

interface Shift {
  value: number
  /** The moved elements, with their old and new positions. */
  moved: string[]
}

/** Records the layout shifts of each page loaded from now on. */
export async function recordShifts(page: Page): Promise<void> {
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

/** The shifts since the page was loaded. */
export function shiftsOn(page: Page): Promise<Shift[]> {
  return page.evaluate(() => (window as unknown as { shifts: Shift[] }).shifts)
}
