import { expect, type Locator } from '@playwright/test'
import { createTask, createType } from '#tests/e2e/support/create-task.ts'
import { taskListOn } from '#tests/e2e/support/task-list.ts'
import { test } from './support/screen.ts'

const WINDOWS = [
  { name: 'a phone', width: 390, height: 664 },
  { name: 'a laptop at 200 %', width: 720, height: 450 },
]

for (const { name, ...size } of WINDOWS)
  test(`on ${name}, the first task is visible without scrolling, and the bar of all tasks covers none`, async ({
    page,
    client,
  }) => {
    const type = await createType(client, { name: 'Small' })
    for (const title of ['first', 'second', 'third'])
      await createTask(client, { type, name: title, target_sheet_name: title })
    await page.setViewportSize(size)
    await page.goto('/sync_tasks')
    const { card, runAll } = taskListOn(page)
    await expect(card('first').getByText('Pending')).toBeInViewport({ ratio: 1 })
    await expect(card('first').getByRole('link', { name: 'first', exact: true })).toBeInViewport({ ratio: 1 })
    if (size.height < 500) await expect(runAll).not.toBeInViewport()
    await page.keyboard.press('End')
    await expect(runAll).toBeInViewport()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(size.width)
  })

test('at 1024 px, the filters and the buttons of all tasks take one line each', async ({ page, client }) => {
  const type = await createType(client, { name: 'Small' })
  await createTask(client, { type, name: 'first', target_sheet_name: 'first' })
  await page.setViewportSize({ width: 1024, height: 768 })
  await page.goto('/sync_tasks')
  const { nameFilter, runAll } = taskListOn(page)
  const measureTop = async (locator: Locator) => (await locator.boundingBox())?.y
  await expect(page.getByRole('link', { name: 'Pause everything until …' })).toBeVisible()
  // Until the font has loaded, texts are wider.
  await page.evaluate(() => document.fonts.ready)
  expect(await measureTop(page.getByRole('link', { name: 'Pause everything until …' }))).toBe(await measureTop(runAll))
  expect(await measureTop(page.getByRole('group', { name: 'View' }))).toBe(await measureTop(nameFilter))
})

test('on a phone, a setting of a task has its value below its name', async ({ page, client }) => {
  const type = await createType(client, { name: 'Small' })
  const { id } = await createTask(client, { type, name: 'first', scheduled_times: ['04:00', '12:30', '23:00'] })
  await page.setViewportSize({ width: 390, height: 664 })
  await page.goto(`/sync_tasks/${id}`)
  await page.getByRole('tab', { name: 'Set-up' }).click()
  const value = page.getByText('Daily at 04:00, 12:30, 23:00').last()
  expect((await value.boundingBox())?.height).toBeLessThan(30)
})

test('the tabs of Home stay in their place', async ({ page }) => {
  await page.goto('/')
  const tabs = page.getByRole('navigation', { name: 'Home' })
  await expect(tabs).toBeVisible()
  const place = await tabs.boundingBox()
  for (const tab of ['Runs', 'Activity', 'Overview']) {
    await tabs.getByRole('link', { name: tab }).click()
    await expect(tabs.getByRole('link', { name: tab })).toHaveAttribute('aria-current', 'page')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(await tabs.boundingBox()).toMatchObject({ x: place?.x, y: place?.y })
  }
})

test('with forced colors, marks keep their color, switches are native, and pressed and current have a frame', async ({
  page,
  client,
}) => {
  const type = await createType(client, { name: 'Forced' })
  const { id } = await createTask(client, { type, name: 'waiting', target_sheet_name: 'waiting' })
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto('/sync_tasks')
  const { card, summary } = taskListOn(page)
  await expect(card('waiting')).toBeVisible()
  const readStyle = (element: Element) => {
    const { backgroundColor, outlineStyle, appearance } = getComputedStyle(element)
    return { backgroundColor, outlineStyle, appearance }
  }
  const dot = await summary.locator('[data-tone]').first().evaluate(readStyle)
  expect(dot.backgroundColor).not.toBe(
    await page.locator('body').evaluate((body) => getComputedStyle(body).backgroundColor),
  )
  await expect(card('waiting').getByRole('switch')).toHaveCSS('appearance', 'auto')
  const count = summary.getByRole('button', { name: '1 Pending' })
  await count.click()
  await expect(count).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('button', { name: 'Clear' }).focus()
  await expect(count).toHaveCSS('outline-style', 'solid')
  const current = page.getByRole('navigation', { name: 'Main' }).locator('[aria-current="page"]')
  await expect(current).toHaveCSS('outline-style', 'solid')
  await page.goto(`/sync_tasks/${id}`)
  const filter = page.locator('label').filter({ hasText: 'Everything' })
  await expect(filter).toHaveCSS('outline-style', 'solid')
  await expect(page.locator('label').filter({ hasText: 'Runs' })).toHaveCSS('outline-style', 'none')
})
