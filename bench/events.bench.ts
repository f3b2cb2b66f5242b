import { get, type IncomingMessage } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { openTestDatabase } from '#tests/support/test-database.ts'
import { fillDatabase, LONG_TASK_ID, TASKS } from './calls/fill-database.ts'
import { figureText, type GoalName } from './goals.ts'
import { report } from './report.ts'
import { startServer } from './start-server.ts'

// Measures how long a change of a task takes from its commit to a page after a quiet period. Measures a page of the same node
// and a page of another node. PostgreSQL notifies both nodes, even of their own changes.
const CHANGES = 50
const WARM_UP_CHANGES = 5
/** Time without events after which the stream counts as quiet. It is longer than any pause between two events. */
const QUIET_MS = 2500
const POLL_MS = 1

if (!process.env['TEST_DATABASE_URL']) throw new Error('Set TEST_DATABASE_URL to a PostgreSQL server')
await using parts = new AsyncDisposableStack()
const database = parts.use(await openTestDatabase(''))
const databaseUrl = database.env['DATABASE_URL'] ?? ''
const one = parts.use(await startServer(() => fillDatabase({ databaseUrl }), { ...database.env }))
const other = parts.use(await startServer(async () => undefined, { ...database.env }))
const client = new pg.Client({ connectionString: databaseUrl })
await client.connect()
parts.defer(() => client.end())
const pages = [await openPage(one), await openPage(other)]

const times = pages.map((): number[] => [])
for (let change = -WARM_UP_CHANGES; change < CHANGES; change += 1) {
  await delay(QUIET_MS)
  const notes = `Change ${change} of many`
  const arrivals = pages.map((page) => page.waitForArrival(notes))
  await client.query('update tasks set notes = $1 where id = $2', [notes, LONG_TASK_ID])
  const committedAt = performance.now()
  const arrivedAt = await Promise.all(arrivals)
  if (change >= 0) for (const [at, arrived] of arrivedAt.entries()) times[at]?.push(Math.max(0, arrived - committedAt))
}

console.log(`\n### From a commit to the event, ${TASKS} tasks\n\n| page | median | 95th percentile |\n|---|---|---|`)
const goals: GoalName[] = ['event', 'eventOfOtherNode']
for (const [at, goal] of goals.entries()) {
  const [median, p95] = [quantile(times[at] ?? [], 0.5), quantile(times[at] ?? [], 0.95)]
  report(goal, median)
  console.log(`| of node ${at + 1} | ${figureText(median, 'ms')} | ${figureText(p95, 'ms')} |`)
}
process.exit(0)

/** Opens a page with a stream of events. */
async function openPage({ url, cookie }: { url: string; cookie: string }) {
  const stream = await new Promise<IncomingMessage>((resolve, reject) => {
    get(`${url}/api/events`, { headers: { cookie } }, resolve).on('error', reject)
  })
  if (stream.statusCode !== 200) throw new Error(`The stream was refused with ${stream.statusCode}`)
  let unread = ''
  let receivedAt = 0
  stream.setEncoding('utf8').on('data', (text: string) => {
    unread += text
    receivedAt = performance.now()
  })
  return {
    /** Waits for an event with this text, and resolves to its time of arrival. */
    async waitForArrival(text: string): Promise<number> {
      while (!unread.includes(text)) await delay(POLL_MS)
      unread = ''
      return receivedAt
    },
  }
}

function quantile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN
}
