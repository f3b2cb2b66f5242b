import { gzipSync } from 'node:zlib'
import { expect, type Page, type Response } from '@playwright/test'
import { api } from '#contract/api.ts'
import { COUNT_LIMITS } from '#tests/support/count-limits.ts'
import { createTask, createType } from './support/create-task.ts'
import { test } from './support/empty-app.ts'
import { taskListOn } from './support/task-list.ts'

/** Maximum size, compressed, of the resources loaded until the list is shown. The styles serve the whole app. */
const BUDGET_BYTES = { script: 228_400, stylesheet: 32_800, font: 48_800 }
/** Smaller files are sent uncompressed. */
const COMPRESSED_FROM_BYTES = 1024

type Kind = keyof typeof BUDGET_BYTES

test('the list loads few bytes at first, and its dialogs on the first interaction', async ({ page, client }) => {
  const type = await createType(client, { name: 'Light' })
  await createTask(client, { type, name: 'light', target_sheet_name: 'light' })
  await using fetches = recordFetches(page)
  await page.goto('/sync_tasks', { waitUntil: 'networkidle' })
  await expect(taskListOn(page).card('light')).toBeVisible()
  const loads = await fetches.all()
  for (const [kind, budget] of Object.entries(BUDGET_BYTES)) {
    const ofKind = loads.filter((load) => load.kind === kind)
    const compressedBytes = ofKind.reduce((sum, load) => sum + load.compressedBytes, 0)
    expect.soft(compressedBytes, `${kind}s: ${compressedBytes} bytes`).toBeGreaterThan(0)
    expect.soft(compressedBytes, `${kind}s: ${compressedBytes} bytes`).toBeLessThan(budget)
    test.info().annotations.push({ type: `${kind}s`, description: `${compressedBytes} bytes` })
  }
  const texts = loads.filter(({ kind }) => kind !== 'font')
  expect(texts.filter(({ bytes, encoding }) => bytes >= COMPRESSED_FROM_BYTES && !encoding)).toEqual([])

  const firstScripts = loads.filter(({ kind, bytes }) => kind === 'script' && bytes >= COMPRESSED_FROM_BYTES)
  expect(firstScripts.filter(({ isCompiledEarly }) => !isCompiledEarly)).toEqual([])

  const areThere = async (...names: string[]) => {
    const paths = (await fetches.all()).map(({ path }) => path)
    return names.map((name) => paths.some((path) => path.includes(name)))
  }
  expect(await areThere('task-form-dialog', 'confirm-modal', 'login-dialog')).toEqual([false, false, false])
  await page.mouse.move(200, 200)
  await expect.poll(() => areThere('task-form-dialog', 'confirm-modal', 'login-dialog')).toEqual([true, true, false])
})

test('a list of 400 tasks is on the screen after few requests and bytes', async ({ page, client }) => {
  await createType(client, { name: 'Ledgers' })
  const rows = Array.from({ length: 400 }, (_, index) => `Branch ${index},Ledgers,source-${index},target-${index}`)
  const content = ['name,task_type,source_ss_id,target_ss_id', ...rows].join('\n')
  await client.upload(api.tasks.importCsv, { name: 'tasks.csv', content })
  const received = await countReceived(page)
  await page.goto('/sync_tasks')
  await expect(page.getByText('400 total, 400 filtered')).toBeVisible()
  await expect(taskListOn(page).cards.first()).toBeVisible()
  const { requests, bytes } = received()
  expect(bytes).toBeGreaterThan(0)
  expect.soft(requests).toBeLessThanOrEqual(COUNT_LIMITS.firstLoadRequests.limit)
  expect.soft(bytes).toBeLessThanOrEqual(COUNT_LIMITS.firstLoadBytes.limit)
})

/** Counts the requests of a page and the bytes received over the wire, until now. */
async function countReceived(page: Page) {
  const session = await page.context().newCDPSession(page)
  let [requests, bytes] = [0, 0]
  session.on('Network.requestWillBeSent', () => {
    requests += 1
  })
  session.on('Network.dataReceived', ({ encodedDataLength }) => {
    bytes += encodedDataLength
  })
  await session.send('Network.enable')
  return () => ({ requests, bytes })
}

interface Load {
  kind: Kind
  path: string
  bytes: number
  /** With gzip; brotli saves about another eighth. */
  compressedBytes: number
  encoding: string | undefined
  /** Chromium compiles its functions while it loads. */
  isCompiledEarly: boolean
}

function recordFetches(page: Page) {
  const loads: Promise<Load>[] = []
  const record = (response: Response) => {
    const kind = response.request().resourceType()
    if (kind !== 'script' && kind !== 'stylesheet' && kind !== 'font') return
    const { pathname: path } = new URL(response.url())
    const encoding = response.headers()['content-encoding']
    loads.push(
      response.body().then((body) => {
        const compressedBytes = kind === 'font' ? body.length : gzipSync(body).length
        const isCompiledEarly = body.toString().startsWith('//# allFunctionsCalledOnLoad')
        return { kind, path, bytes: body.length, compressedBytes, encoding, isCompiledEarly }
      }),
    )
  }
  page.on('response', record)
  return {
    all: () => Promise.all(loads),
    /** A body that is still arriving when the test ends would fail it. */
    async [Symbol.asyncDispose]() {
      page.off('response', record)
      await Promise.all(loads)
    },
  }
}

test('the list and the font are asked for once, while the app is loading', async ({ page, client }) => {
  const type = await createType(client, { name: 'Early' })
  await createTask(client, { type, name: 'early', target_sheet_name: 'early' })
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  const release = Promise.withResolvers<void>()
  await page.route('**/assets/libraries-*.js', async (route) => {
    await release.promise
    await route.continue()
  })
  await page.goto('/sync_tasks', { waitUntil: 'commit' })
  await expect.poll(() => asked).toContain('/api/sync_tasks')
  await expect.poll(() => asked.filter((path) => path.includes('/inter-latin-wght-'))).toHaveLength(1)
  release.resolve()
  await expect(taskListOn(page).card('early')).toBeVisible()
  expect(asked.filter((path) => path === '/api/sync_tasks' || path === '/auth/check')).toEqual([
    '/auth/check',
    '/api/sync_tasks',
  ])
})

test('a visitor is not asked to sign in by what is requested while the app is loading', async ({
  browser,
  baseURL,
}) => {
  const page = await browser.newPage({ ...(baseURL && { baseURL }) })
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(asked.filter((path) => path.startsWith('/api/sync_tasks'))).toEqual([])
  await page.close()
})
