import { expect, type Locator, type Page } from '@playwright/test'
import { toast } from '#tests/e2e/support/signed-in.ts'
import { touchOn } from '#tests/e2e/support/touch.ts'
import { test } from './support/screen.ts'

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

test('a toast shows at the bottom right without a progress bar and closes when its time is up', async ({ page }) => {
  const { say, message } = await refusals(page)
  await say()
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 }
  // A toast slides in first.
  await expect(async () => {
    const box = (await findToast(message).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
    expect(box.x).toBeGreaterThan(width / 2)
    expect(width - (box.x + box.width)).toBeLessThan(40)
    expect(height - (box.y + box.height)).toBeLessThan(100)
  }).toPass({ timeout: 30_000 })
  await expect(findToast(message).locator('.Toastify__progress-bar--wrp')).toHaveCSS('opacity', '0')
  await findBar(message).evaluate((bar) => bar.getAnimations()[0]?.finish())
  await expect(message).toHaveCount(0)
})

test('a toast stays when the browser moves its timer back to before its start', async ({ page }) => {
  const { say, message } = await refusals(page)
  await say()
  await expectTimer(message, 'running')
  const elapsed = await findBar(message).evaluate((bar) => {
    const ended = new Promise<number>((resolve) =>
      document.addEventListener('animationend', (event) => resolve(event.elapsedTime), { capture: true, once: true }),
    )
    for (const animation of bar.getAnimations()) animation.currentTime = -20
    return ended
  })
  expect(elapsed).toBe(0)
  await expectTimer(message, 'running')
  await expect(message).toBeVisible()
  await findBar(message).evaluate((bar) => bar.getAnimations()[0]?.finish())
  await expect(message).toHaveCount(0)
})

test('a toast pauses on hover and in a background window, and closes on click', async ({ page }) => {
  const { say, message } = await refusals(page)
  await say()
  await expectTimer(message, 'running')
  await message.hover()
  await expectTimer(message, 'paused')
  await page.mouse.move(5, 5)
  await expectTimer(message, 'running')
  await page.evaluate(() => window.dispatchEvent(new Event('blur')))
  await expectTimer(message, 'paused')
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  await expectTimer(message, 'running')
  await message.click()
  await expect(message).toHaveCount(0)
  // A closing toast does not swallow the next toast.
  await page.mouse.move(5, 5)
  await say()
  await expectTimer(message, 'running')
  await message.hover()
  await expectTimer(message, 'paused')
})

test('a repeated toast is shown once, flashes and restarts its time', async ({ page }) => {
  const { say, message } = await refusals(page)
  await say()
  await message.hover()
  await expect(message).not.toHaveClass(/toast-updated/)
  await findBar(message).evaluate((bar) => {
    for (const animation of bar.getAnimations()) animation.currentTime = 15_900
  })
  await say()
  await expect(message).toHaveClass(/toast-updated/)
  await expect(message).toHaveCount(1)
  await expectTimer(message, 'paused')
  expect(await findBar(message).evaluate((bar) => Number(bar.getAnimations()[0]?.currentTime))).toBeLessThan(15_900)
})

test('with reduced motion toasts do not slide', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const { say, message } = await refusals(page)
  await say()
  await expect(findToast(message)).toHaveCSS('animation-duration', '0.001s')
  await expect(findToast(message).locator('.Toastify__toast-icon')).toHaveCSS('animation-duration', '0.001s')
  await expectTimer(message, 'running')
  await message.click()
  await expect(message).toHaveCount(0)
})

test.describe('on a phone', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } })

  test('a toast can be swiped away', async ({ page }) => {
    const { say, message } = await refusals(page)
    await say()
    const touch = await touchOn(page)
    await touch.down(message)
    await touch.moveBy({ x: 60, y: 0 })
    await touch.up()
    await expect(message).toBeVisible()
    await touch.down(message)
    await touch.moveBy({ x: -350, y: 0 })
    await touch.up()
    await expect(message).toHaveCount(0)
  })
})

/** A toast that can be repeated, of the kind that stays longest. */
async function refusals(page: Page) {
  await page.goto('/import_export')
  const message = toast(page, 'Please select a CSV file')
  return {
    message,
    say: async () => {
      await page
        .locator('input[type="file"]')
        .setInputFiles({ name: 'a.pdf', mimeType: 'application/pdf', buffer: Buffer.from('') })
      await expect(message).toBeVisible()
    },
  }
}

/** The remaining time is the animation of a hidden bar. */
function expectTimer(message: Locator, state: 'running' | 'paused'): Promise<void> {
  return expect(findBar(message)).toHaveCSS('animation-play-state', state)
}

function findToast(message: Locator): Locator {
  return message.locator('xpath=ancestor::*[@role="alert"]')
}

function findBar(message: Locator): Locator {
  return findToast(message).locator('.Toastify__progress-bar')
}
