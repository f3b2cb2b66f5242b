import type { Page } from '@playwright/test'

const MAX_MOVEMENT_MS = 10

/** Records, on each page loaded from now on, each visible animation and transition longer than `MAX_MOVEMENT_MS`. */
export async function recordMovements(page: Page): Promise<void> {
  await page.addInitScript((maxMs) => {
    const movements: string[] = []
    Object.assign(window, { movements })
    const note = ({ type }: Event) => {
      for (const { effect } of document.getAnimations()) {
        const target = effect instanceof KeyframeEffect ? effect.target : null
        const tookMs = Number(effect?.getComputedTiming().activeDuration)
        if (tookMs <= maxMs || !target?.checkVisibility({ opacityProperty: true })) continue
        movements.push(`${type}, ${tookMs} ms: ${target.outerHTML.slice(0, 120)}`)
      }
    }
    for (const type of ['animationstart', 'transitionrun']) document.addEventListener(type, note, true)
  }, MAX_MOVEMENT_MS)
}

/** The movements since the page was loaded. */
export function movementsOn(page: Page): Promise<string[]> {
  return page.evaluate(() => (window as unknown as { movements: string[] }).movements)
}
