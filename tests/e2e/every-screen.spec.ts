import { expect, type Page } from '@playwright/test'
import { api } from '#contract/api.ts'
import type { TaskType } from '#contract/task-type.ts'
import { createType } from './support/create-task.ts'
import { severeViolations } from './support/expect-accessible.ts'
import { recordShifts, shiftsOn } from './support/layout-shifts.ts'
import { movementsOn, recordMovements } from './support/movements.ts'
import { resolveAddress, screens } from './support/screens.ts'
import { test } from './support/signed-in.ts'

/** Each color scheme and each width once: colors do not depend on the width. */
const APPEARANCES = [
  { colorScheme: 'light', size: { width: 1280, height: 800 } },
  { colorScheme: 'dark', size: { width: 390, height: 844 } },
] as const

/**
 * Maximum shift: a quarter of the limit for a good score, https://web.dev/articles/cls. One more line on a phone is
 * less.
 */
const MAX_SHIFT = 0.025
const REPLY_DELAY_MS = 400
/** Time after a reply in which a request may follow. */
const QUIET_MS = 500
const MAX_BUTTONS = 8

const types: TaskType[] = []

// Workers share the screens of this file.
test.describe.configure({ mode: 'parallel' })

test.beforeAll(async ({ client }) => {
  // Enough to fill a window with a list or graph of them.
  for (const number of Array.from({ length: 8 }, (_, index) => index + 1)) {
    types.push(await createType(client, { name: `Shifting ${number}` }))
  }
})
test.afterAll(async ({ client }) => {
  for (const { id } of types.splice(0)) await client.call(api.taskTypes.remove, { params: { id } })
})

for (const screen of screens) {
  test(`${screen.name}: accessible, no layout shift when its data arrives, and no animation with reduced motion`, async ({
    page,
    client,
  }) => {
    await recordShifts(page)
    await recordMovements(page)
    await delayReplies(page)
    for (const { colorScheme, size } of APPEARANCES) {
      await test.step(`${colorScheme}, ${size.width} px`, async () => {
        await page.emulateMedia({ colorScheme })
        await page.setViewportSize(size)
        await page.goto(await resolveAddress(screen, client))
        await expect(screen.settled(page)).toBeVisible()
        await repliesArrived(page)
        const shifts = await shiftsOn(page)
        const sum = shifts.reduce((total, { value }) => total + value, 0)
        expect.soft(sum, JSON.stringify(shifts, undefined, 1)).toBeLessThan(MAX_SHIFT)
        expect.soft(await severeViolations(page), 'violations').toEqual([])
        await passOverTheButtons(page)
        expect.soft(await movementsOn(page), 'movements').toEqual([])
      })
    }
  })
}

/** Delays what the page fetches. A route for it would also stop the browser from keeping the scripts. */
async function delayReplies(page: Page): Promise<void> {
  await page.addInitScript((delayMs) => {
    const replies: Replies = { awaited: 0, lastAtMs: 0 }
    const { fetch } = window
    const delayed: typeof fetch = async (...call) => {
      replies.awaited += 1
      await new Promise((resolve) => setTimeout(resolve, delayMs))
      return await fetch(...call).finally(() => {
        replies.awaited -= 1
        replies.lastAtMs = performance.now()
      })
    }
    Object.assign(window, { replies, fetch: delayed })
  }, REPLY_DELAY_MS)
}

interface Replies {
  awaited: number
  /** Since the page was opened. */
  lastAtMs: number
}

/** Waits until the last reply has arrived and is shown. */
async function repliesArrived(page: Page): Promise<void> {
  const haveArrived = (quietMs: number) => {
    const { replies } = window as unknown as { replies: Replies }
    return replies.awaited === 0 && performance.now() - replies.lastAtMs > quietMs
  }
  await page.waitForFunction(haveArrived, QUIET_MS, { polling: 100 })
}

async function passOverTheButtons(page: Page): Promise<void> {
  const buttons = page.getByRole('button')
  const boxes = await buttons.evaluateAll((all) => all.map((button) => button.getBoundingClientRect().toJSON()))
  for (const { x, y, width, height } of boxes.slice(0, MAX_BUTTONS)) {
    if (width > 0) await page.mouse.move(x + width / 2, y + height / 2)
  }
}
