import { gzipSync } from 'node:zlib'
import { expect } from '@playwright/test'
import { test } from './support/bare-app.ts'
import { makeTask, makeType } from './support/make.ts'
import { listOf } from './support/task-list.ts'

const SCRIPT_BUDGET_BYTES = 250_000

test('the list opens with a quarter of a megabyte of script, and loads its forms at the first touch', async ({
  page,
  client,
}) => {
  await makeTask(client, { type: await makeType(client, { name: 'Light' }), name: 'light', target_sheet_name: 'light' })
  const scripts = new Map<string, Promise<number>>()
  page.on('response', (response) => {
    if (!response.url().endsWith('.js')) return
    scripts.set(
      new URL(response.url()).pathname,
      response.body().then((body) => gzipSync(body).length),
    )
  })
  await page.goto('/sync_tasks', { waitUntil: 'networkidle' })
  await expect(listOf(page).card('light')).toBeVisible()
  const sizes = await Promise.all(scripts.values())
  const total = sizes.reduce((sum, size) => sum + size, 0)
  expect(total).toBeGreaterThan(0)
  expect(total).toBeLessThan(SCRIPT_BUDGET_BYTES)
  const isFormThere = () => [...scripts.keys()].some((path) => path.includes('task-form-dialog'))
  expect(isFormThere()).toBe(false)
  await page.mouse.move(200, 200)
  await expect.poll(isFormThere).toBe(true)
})
