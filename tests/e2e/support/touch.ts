import { setTimeout as delay } from 'node:timers/promises'
import type { Locator, Page } from '@playwright/test'

interface Point {
  x: number
  y: number
}

const STEPS = 4
/**
 * Delay before a finger is lifted. Chromium takes a finger that is lifted while it moves for a fling, and the next tap
 * then ends the fling instead of clicking.
 */
const REST_MS = 100

/** Touches the screen with a single finger, sent to the browser as touch events. */
export async function touchOn(page: Page) {
  const session = await page.context().newCDPSession(page)
  let at: Point = { x: 0, y: 0 }

  async function send(type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: Point[]): Promise<void> {
    await session.send('Input.dispatchTouchEvent', { type, touchPoints })
  }

  async function moveTo(point: Point): Promise<void> {
    const from = at
    for (let step = 1; step <= STEPS; step += 1) {
      const part = step / STEPS
      at = { x: from.x + (point.x - from.x) * part, y: from.y + (point.y - from.y) * part }
      await send('touchMove', [at])
    }
  }

  return {
    async down(place: Locator) {
      await place.scrollIntoViewIfNeeded()
      at = await findCenter(place)
      await send('touchStart', [at])
    },
    moveTo: async (place: Locator) => moveTo(await findCenter(place)),
    moveBy: ({ x, y }: Point) => moveTo({ x: at.x + x, y: at.y + y }),
    /** Lifts the finger after a short rest, as people do when they drop something. */
    async up() {
      await delay(REST_MS)
      await send('touchEnd', [])
    },
  }
}

async function findCenter(place: Locator): Promise<Point> {
  const box = await place.boundingBox()
  if (!box) throw new Error('The element to touch is not on the screen')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}
