import { expect, type Page } from '@playwright/test'
import { createType } from '#tests/e2e/support/create-task.ts'
import { addManyTasks } from './support/sample-records.ts'
import { test } from './support/screen.ts'

const TASKS = 250
/** The two moving elements of the map: its contents, and the dots behind them. */
const MOVED = ['pattern', 'react-flow__viewport']

test('panning a map of 500 files moves it as one, and changes nothing in it', async ({ page, client, server }) => {
  const type = await createType(client, { name: 'Wide' })
  addManyTasks(server, {
    type,
    count: TASKS,
    fields: (at) => ({ source_ss_name: `from-${at}`, target_ss_name: `to-${at}` }),
  })
  await page.goto('/map')
  const nodes = page.locator('.react-flow__node')
  await expect(nodes.first()).toBeVisible()
  await page.getByRole('button', { name: 'Fit View' }).click()
  await expect.poll(() => nodes.count()).toBeGreaterThanOrEqual(2 * TASKS)
  const pane = await page.locator('.react-flow__pane').boundingBox()
  if (!pane) throw new Error('The map has no pane')

  const [x, y] = [pane.x + pane.width / 2, pane.y + pane.height / 2]
  const readPlace = () => page.locator('.react-flow__viewport').evaluate(({ style }) => style.transform)
  const before = await readPlace()
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + 5, y)
  const changes = await recordChanges(page)
  for (let step = 6; step <= 25; step += 1) await page.mouse.move(x + step, y + step / 2)
  const { changed, count } = await changes()
  await page.mouse.up()
  expect(await readPlace()).not.toBe(before)
  expect(changed).toEqual(MOVED)
  expect(count).toBe(MOVED.length)
})

/**
 * Records which elements of the map change from now on, with the parents of added and removed elements, and their
 * number.
 */
async function recordChanges(page: Page) {
  const record = await page.locator('.react-flow').evaluateHandle((map) => {
    const changed = new Set<Node>()
    const observer = new MutationObserver((mutations) => {
      for (const { target } of mutations) changed.add(target)
    })
    observer.observe(map, { attributes: true, childList: true, characterData: true, subtree: true })
    return {
      read() {
        observer.disconnect()
        const describeNode = (node: Node) => (node instanceof Element && node.classList[0]) || node.nodeName
        return { changed: [...new Set([...changed].map(describeNode))].sort(), count: changed.size }
      },
    }
  })
  return async () => await record.evaluate(({ read }) => read())
}
