import { setTimeout as delay } from 'node:timers/promises'
import { chromium } from '@playwright/test'
import { launchOptions } from '#tests/e2e/support/browser.ts'
import { openTestDatabase } from '#tests/support/test-database.ts'
import { fillDatabase } from './calls/fill-database.ts'
import { report } from './report.ts'
import { startServer } from './start-server.ts'

// Loads the list of 400 tasks in a new browser, at a quarter of the CPU speed. Measures the bytes sent, the number of requests,
// and the time until the first card. Each load has an empty cache. Needs a PostgreSQL server.
const TASKS = 400
const LOADS = 7
const CPU_SLOWDOWN = 4
/** Delay after the first card, until the sizes of the last replies have arrived. */
const SETTLE_MS = 3000
/** Text that the page logs, followed by the time. */
const FIRST_CARD = 'First card at '

if (!process.env['TEST_DATABASE_URL']) throw new Error('Set TEST_DATABASE_URL to a PostgreSQL server')
await using parts = new AsyncDisposableStack()
const database = parts.use(await openTestDatabase(''))
const databaseUrl = database.env['DATABASE_URL'] ?? ''
const server = parts.use(await startServer(() => fillDatabase({ databaseUrl }, TASKS), { ...database.env }))
const browser = await chromium.launch(await launchOptions())
parts.defer(() => browser.close())

const loads: Awaited<ReturnType<typeof load>>[] = []
for (let made = 0; made < LOADS; made += 1) loads.push(await load())
const byTime = loads.toSorted((a, b) => a.firstCardMs - b.firstCardMs)
const median = byTime[Math.floor(LOADS / 2)]
if (!median) throw new Error('The page was not loaded')
const kilobytes = median.bytes / 1000
console.log('| requests | kB sent | first card, ms |\n|---|---|---|')
console.log(`| ${median.requests.length} | ${kilobytes.toFixed(0)} | ${median.firstCardMs.toFixed(0)} |`)
report('firstLoadRequests', median.requests.length)
report('firstLoadBytes', kilobytes)
report('firstCard', median.firstCardMs)
console.log('\n| request | kB | from ms | to ms |\n|---|---|---|---|')
for (const { path, bytes, fromMs, toMs } of median.requests) {
  console.log(`| ${[path, (bytes / 1000).toFixed(1), fromMs.toFixed(0), toMs.toFixed(0)].join(' | ')} |`)
}

/** Loads the list with an empty cache until its first card appears. */
async function load() {
  const context = await browser.newContext({ serviceWorkers: 'block' })
  const cookies = server.cookie.split('; ').map((pair) => pair.split(/=(.*)/, 2))
  await context.addCookies(cookies.map(([name = '', value = '']) => ({ name, value, url: server.url })))
  const page = await context.newPage()
  await page.addInitScript(logFirstCard, FIRST_CARD)
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
  await session.send('Network.enable')
  const sizes = new Map<string, number>()
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => sizes.set(requestId, encodedDataLength))
  const requested: { id: string; path: string }[] = []
  session.on('Network.requestWillBeSent', ({ requestId, request }) => {
    requested.push({ id: requestId, path: request.url.replace(server.url, '') })
  })
  // Wait for a log line instead of an element: Playwright's own script takes 50 ms in the slowed page.
  const firstCard = page.waitForEvent('console', (message) => message.text().startsWith(FIRST_CARD))
  await page.goto(`${server.url}/sync_tasks`, { waitUntil: 'commit' })
  const firstCardMs = Number((await firstCard).text().replace(FIRST_CARD, ''))
  const timings = await page.evaluate(() =>
    performance.getEntriesByType('resource').map((each) => {
      const { name: url, startTime, responseEnd } = each as PerformanceResourceTiming
      return { url, fromMs: startTime, toMs: responseEnd }
    }),
  )
  await delay(SETTLE_MS)
  const requests = requested.map(({ id, path }) => {
    const timing = timings.find(({ url }) => url === server.url + path)
    return { path, bytes: sizes.get(id) ?? 0, fromMs: timing?.fromMs ?? 0, toMs: timing?.toMs ?? 0 }
  })
  await context.close()
  return { firstCardMs, requests, bytes: requests.reduce((sum, { bytes }) => sum + bytes, 0) }
}

/** Logs the time inside the page, because a slowed page answers questions from outside only after its next work. */
function logFirstCard(text: string): void {
  const observer = new MutationObserver(() => {
    if (!document.querySelector('article h3')) return
    observer.disconnect()
    console.log(`${text}${performance.now()}`)
  })
  observer.observe(document, { childList: true, subtree: true })
}
