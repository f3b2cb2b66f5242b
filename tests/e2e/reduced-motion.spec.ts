import { expect, type Page } from '@playwright/test'
import { addressOf, screens } from './support/screens.ts'
import { test, toast } from './support/signed-in.ts'

const MAX_MOVEMENT_MS = 10
const MAX_BUTTONS = 8

test.beforeEach(async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await recordMovements(page)
})

for (const screen of screens) {
  test(`${screen.name}: nothing is animated with reduced motion`, async ({ page, client }) => {
    await page.goto(await addressOf(screen, client))
    await expect(screen.settled(page)).toBeVisible()
    await passOverTheButtons(page)
    expect(await movementsOn(page)).toEqual([])
  })
}

test('dialogs, toasts and the menu are not animated with reduced motion', async ({ page }) => {
  await page.goto('/sync_tasks')
  await page.getByRole('button', { name: 'Add Task' }).click()
  await expect(page.getByRole('dialog', { name: 'Add Sync Task' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog', { name: 'Commands' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Reset Status' }).click()
  await expect(toast(page, 'No tasks needed to be reset.')).toBeVisible()
  await page.setViewportSize({ width: 390, height: 800 })
  await page.getByRole('button', { name: 'Toggle navigation' }).click()
  await expect(page.getByRole('link', { name: 'Task Types' })).toBeVisible()
  expect(await movementsOn(page)).toEqual([])
})

async function passOverTheButtons(page: Page): Promise<void> {
  for (const button of (await page.getByRole('button').all()).slice(0, MAX_BUTTONS)) {
    const box = await button.boundingBox()
    if (box) await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  }
}

/** Records each visible animation and transition that takes longer than `MAX_MOVEMENT_MS`. */
async function recordMovements(page: Page): Promise<void> {
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

function movementsOn(page: Page): Promise<string[]> {
  return page.evaluate(() => (window as unknown as { movements: string[] }).movements)
}
