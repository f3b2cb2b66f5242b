import type { Locator, Page } from '@playwright/test'

interface Point {
  x: number
  y: number
}

const STEPS = 4

/** One finger on the screen, as the browser hears of it. */
export async function fingerOn(page: Page) {
  const session = await page.context().newCDPSession(page)
  let at: Point = { x: 0, y: 0 }

  async function touch(type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: Point[]): Promise<void> {
    await session.send('Input.dispatchTouchEvent', { type, touchPoints })
  }

  async function moveTo(point: Point): Promise<void> {
    const from = at
    for (let step = 1; step <= STEPS; step += 1) {
      const part = step / STEPS
      at = { x: from.x + (point.x - from.x) * part, y: from.y + (point.y - from.y) * part }
      await touch('touchMove', [at])
    }
  }

  return {
    async down(place: Locator) {
      await place.scrollIntoViewIfNeeded()
      at = await middleOf(place)
      await touch('touchStart', [at])
    },
    moveTo: async (place: Locator) => moveTo(await middleOf(place)),
    moveBy: ({ x, y }: Point) => moveTo({ x: at.x + x, y: at.y + y }),
    up: () => touch('touchEnd', []),
  }
}

async function middleOf(place: Locator): Promise<Point> {
  const box = await place.boundingBox()
  if (!box) throw new Error('There is nothing on the screen to be touched')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}
