import { gzipSync } from 'node:zlib'
import { expect, type Page } from '@playwright/test'
import { test } from './support/bare-app.ts'
import { makeTask, makeType } from './support/make.ts'
import { listOf } from './support/task-list.ts'

const SCRIPT_BUDGET_BYTES = 250_000
/** Smaller files are sent as they are. */
const COMPRESSED_FROM_BYTES = 1024

test('the list opens with a quarter of a megabyte of script, and loads its forms at the first touch', async ({
  page,
  client,
}) => {
  const type = await makeType(client, { name: 'Light' })
  await makeTask(client, { type, name: 'light', target_sheet_name: 'light' })
  const scripts = scriptsOf(page)
  await page.goto('/sync_tasks', { waitUntil: 'networkidle' })
  await expect(listOf(page).card('light')).toBeVisible()
  const loaded = await scripts()
  expect(loaded.reduce((sum, { gzipBytes }) => sum + gzipBytes, 0)).toBeLessThan(SCRIPT_BUDGET_BYTES)
  expect(loaded.filter(({ bytes, encoding }) => bytes >= COMPRESSED_FROM_BYTES && !encoding)).toEqual([])

  const isFormThere = async () => (await scripts()).some(({ path }) => path.includes('task-form-dialog'))
  expect(await isFormThere()).toBe(false)
  await page.mouse.move(200, 200)
  await expect.poll(isFormThere).toBe(true)
})

function scriptsOf(page: Page) {
  const loads: Promise<{ path: string; bytes: number; gzipBytes: number; encoding: string | undefined }>[] = []
  page.on('response', (response) => {
    const { pathname: path } = new URL(response.url())
    if (!path.endsWith('.js')) return
    const encoding = response.headers()['content-encoding']
    loads.push(
      response.body().then((body) => ({ path, bytes: body.length, gzipBytes: gzipSync(body).length, encoding })),
    )
  })
  return () => Promise.all(loads)
}
