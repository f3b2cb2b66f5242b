import { setTimeout as delay } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { and, eq, inArray } from 'drizzle-orm'
import { HOUR_MS, MINUTE_MS } from '#domain/time.ts'
import { makeRoomForHistory } from '#server/queue/make-room-for-history.ts'
import type { Orm } from '#server/storage/database.ts'
import { tasks } from '#server/storage/live-tables.ts'
import { changeSets, copyBaselines, runs, taskLogs } from '#server/storage/schema.ts'
import { report } from './report.ts'
import { type Times, timeCalls, timePolls } from './ten-thousand/calls.ts'
import { fillMonth } from './ten-thousand/fill-month.ts'
import { type Installation, openInstallation } from './ten-thousand/installation.ts'
import { readSizes, type Sizes } from './ten-thousand/sizes.ts'
import { runWave, type Wave } from './ten-thousand/wave.ts'

// An installation with 10,000 tasks of 40 accounts of one Cloud project, on three nodes and a PostgreSQL server, beside
// an installation with 100: a wave of all tasks under Google's quota, a month of daily waves, and calls and polls at
// that size. The clock is moved. `npx node bench/ten-thousand.bench.ts 10000 250 20` really runs 250 tasks only, fills
// the runs of the other tasks like theirs, and makes each call 20 times.
const [tasksText = '10000', ranText = tasksText, roundsText = '200'] = process.argv.slice(2)
const TASKS = Number(tasksText)
const RAN = Number(ranText)
const ROUNDS = Number(roundsText)
const FEW_TASKS = 100
/** Divisor: every tenth source is edited before a wave. */
const EDITED_ONE_IN = 10
/** How long before the present the clock of the benchmark begins: the calls are made at the present. */
const HOURS_BEFORE = 4
const HISTORY_BYTES = 2_000_000_000
const MB = 1_000_000

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

await using small = await openInstallation({ tasks: FEW_TASKS, startMs: Date.now() - HOURS_BEFORE * HOUR_MS })
await liveAMonth(small)
const memory: string[] = [`with ${FEW_TASKS} tasks: ${await memoryText()}`]
await using large = await openInstallation({ tasks: TASKS, startMs: Date.now() - HOURS_BEFORE * HOUR_MS })
memory.push(`with ${TASKS} tasks added: ${await memoryText()}`)
const { wave, stages, ofType } = await liveAMonth(large)
memory.push(`after a wave, and one of a type: ${await memoryText()}`)

printWave(wave)
console.log('\n### What a month leaves\n')
printStages(stages)
console.log(`\nRows of the tasks of one type whose runs ended after the month: ${ofType}`)
console.log(`\nMemory of the process with all nodes and the provider: ${memory.join('; ')}`)

console.log(`\n### Calls, ${ROUNDS} each\n`)
const { times, memoryMb } = await timeCalls({ small, large, rounds: ROUNDS })
printTimes(times)
console.log(`\nMemory of the server, MB: ${memoryMb.map((mb) => mb.toFixed(0)).join(' at first, ')} after the calls`)
const slowest = Math.max(...times.filter(({ name }) => /^(list|Home)/.test(name)).map(({ large: { p95 } }) => p95))
report('tenThousandCalls', slowest)

console.log(`\n### Statements of the nodes while all runs are queued, ${ROUNDS} each\n`)
for (const { queue } of [small, large]) await queue.drain()
for (const { queue } of [small, large]) await queue.runAll({ triggeredBy: 'bench@example.com' })
printTimes(await timePolls({ small, large, rounds: ROUNDS }))
process.exit(0)

/** A real wave, the month it leaves, and then the runs of one type, at the limits of what is kept. */
async function liveAMonth(installation: Installation) {
  const { orm, clock } = installation
  const stages: { name: string; sizes: Sizes }[] = []
  const recordSizes = async (name: string) => stages.push({ name, sizes: await readSizes(orm) })
  await recordSizes('tasks added')
  await installation.edit(EDITED_ONE_IN)
  const ran = Math.min(RAN, installation.tasks)
  const wave = await runWave(installation, ran < installation.tasks ? { first: ran } : {})
  console.error(
    `${ran} of ${installation.tasks} tasks: a wave in ${wave.seconds.toFixed(0)} s, ${JSON.stringify(wave)}`,
  )
  await recordSizes('a wave')
  await fillMonth(orm, { waveId: wave.waveId, ran, untilMs: clock.nowMs() })
  await recordSizes('a month')
  const before = await rowsOfType(orm)
  await makeRoomForHistory(orm, { historyBytes: HISTORY_BYTES, now: clock.now })
  await installation.edit(EDITED_ONE_IN)
  await runWave(installation, { typeId: 1 })
  await recordSizes('retention')
  return { wave, stages, ofType: `${before} before, ${await rowsOfType(orm)} after` }
}

/** The rows the tasks of the first type have. */
async function rowsOfType(orm: Orm): Promise<string> {
  const ofType = orm.select({ id: tasks.id }).from(tasks).where(eq(tasks.taskTypeId, 1))
  const tables = { runs, task_logs: taskLogs, change_sets: changeSets, copy_baselines: copyBaselines }
  const counts: string[] = []
  for (const [name, table] of Object.entries(tables))
    counts.push(`${await orm.$count(table, inArray(table.taskId, ofType))} ${name}`)
  const kept = and(inArray(changeSets.taskId, ofType), eq(changeSets.state, 'kept'))
  return [...counts, `${await orm.$count(changeSets, kept)} of the change sets with their cells`].join(', ')
}

function printWave(wave: Wave): void {
  const minutes = (ms: number) => (ms / MINUTE_MS).toFixed(1)
  console.log(
    `\n### Run All of ${TASKS} tasks under 60 + 60 requests a minute and account, 300 + 300 a minute and project\n`,
  )
  console.log(
    '| runs | reads | writes | refused | minutes | at the rate that is used | ratio | at all of the quota | ratio |',
  )
  console.log('|---|---|---|---|---|---|---|---|---|')
  const statuses = Object.entries(wave.statuses).map(([status, number]) => `${number} ${status}`)
  const figures = [
    statuses.join(', '),
    wave.reads,
    wave.writes,
    wave.refused,
    minutes(wave.virtualMs),
    minutes(wave.spreadMs),
    `x ${(wave.virtualMs / wave.spreadMs).toFixed(3)}`,
    minutes(wave.quotaMs),
    `x ${(wave.virtualMs / wave.quotaMs).toFixed(2)}`,
  ]
  console.log(`| ${figures.join(' | ')} |`)
  report('tenThousandWave', wave.virtualMs / wave.spreadMs)
}

function printStages(stages: readonly { name: string; sizes: Sizes }[]): void {
  const names =
    stages
      .at(-1)
      ?.sizes.tables.filter(({ bytes }) => bytes > MB / 2)
      .map(({ name }) => name) ?? []
  console.log(`| table: rows, MB | ${stages.map(({ name }) => name).join(' | ')} |`)
  console.log(`|---|${'---|'.repeat(stages.length)}`)
  for (const name of names) {
    const cells = stages.map(({ sizes }) => {
      const { rows = 0, bytes = 0 } = sizes.tables.find((table) => table.name === name) ?? {}
      return `${rows.toLocaleString('en-US')}, ${(bytes / MB).toFixed(1)}`
    })
    console.log(`| ${name} | ${cells.join(' | ')} |`)
  }
  console.log(`| all | ${stages.map(({ sizes }) => (sizes.bytes / MB).toFixed(0)).join(' | ')} |`)
}

function printTimes(times: readonly Times[]): void {
  console.log(
    `| | ${FEW_TASKS} tasks: p50 ms | p95 | CPU | ${TASKS} tasks: p50 ms | p95 | CPU | ratio of p50 | of p95 |`,
  )
  console.log('|---|---|---|---|---|---|---|---|---|')
  for (const { name, small: few, large: many } of times) {
    const ms = [few, many].flatMap(({ p50, p95, cpu }) => [p50.toFixed(1), p95.toFixed(1), cpu?.toFixed(1) ?? '–'])
    const ratios = [many.p50 / few.p50, many.p95 / few.p95].map((value) => `x ${value.toFixed(2)}`)
    console.log(`| ${[name, ...ms, ...ratios].join(' | ')} |`)
  }
}

async function memoryText(): Promise<string> {
  collectGarbage()
  await delay(1000)
  collectGarbage()
  const { heapUsed, rss } = process.memoryUsage()
  return `heap ${(heapUsed / MB).toFixed(0)} MB, RSS ${(rss / MB).toFixed(0)} MB`
}
