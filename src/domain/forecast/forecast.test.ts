import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MINUTE_MS } from '#domain/time.ts'
import { buildForecast } from './describe-forecast.ts'
import { type ForecastTask, type ForecastType, type Wave, waveBound } from './forecast.ts'
import { intervalLoads } from './interval-load.ts'

const limits = {
  readsPerMinute: 60,
  writesPerMinute: 60,
  projectReadsPerMinute: 300,
  projectWritesPerMinute: 300,
  workers: 8,
}

function buildTask(
  change: { reads?: number; workMs?: number; account?: string } & Partial<ForecastTask> = {},
): ForecastTask {
  const { reads = 6, workMs = 1000, account = 'sync@example.com', ...fields } = change
  const use = { accounts: [{ account, project: 'project', reads, writes: 0 }], workMs }
  return { typeId: 1, targetSsId: String(Math.random()), maxConcurrentTasks: null, use, ...fields }
}

function buildType(change: Partial<ForecastType> = {}): ForecastType {
  return { id: 1, name: 'Masters', dependsOnId: null, allowedConcurrentTasks: 100, queueDelaySeconds: 0, ...change }
}

const many = (count: number, build: () => ForecastTask) => Array.from({ length: count }, build)
const forecastText = (wave: Partial<Wave>) => buildForecast({ tasks: [], types: [buildType()], limits, ...wave }).text

test('a hundred tasks of six reads take as long as the quota of their account allows', () => {
  expect(forecastText({ tasks: many(100, buildTask) })).toBe(
    'About 12 min, 600 requests, limited by reads of sync@example.com; a second account would halve it.',
  )
})

test('what intervals need of the quota meanwhile is not there for Run All', () => {
  const every5 = {
    everyMinutes: 5,
    accounts: [{ account: 'sync@example.com', project: 'project', reads: 6, writes: 0 }],
  }
  const intervals = intervalLoads(
    Array.from({ length: 25 }, () => ({ ...every5, isSaved: false })),
    limits,
  )
  expect(forecastText({ tasks: many(100, buildTask), intervals })).toBe(
    'About 24 min, 600 requests, limited by reads of sync@example.com; a second account would halve it. Intervals use 30 of its 54 reads a minute.',
  )
})

test('a second account is of no use where the project limits both', () => {
  const tasks = ['a', 'b', 'c', 'd', 'e', 'f'].flatMap((account) => many(20, () => buildTask({ account })))
  expect(forecastText({ tasks })).toBe(
    'About 3 min, 720 requests, limited by reads of the Cloud project project; as many accounts of another Cloud project would halve it.',
  )
})

test('a forecast has the account and the Cloud project that take longest, whichever of them limits', () => {
  const busy = many(100, () => buildTask({ account: 'busy@example.com' }))
  const others = ['a', 'b', 'c'].flatMap((account) => many(20, () => buildTask({ account })))
  const quotas = (tasks: ForecastTask[]) => buildForecast({ tasks, types: [buildType()], limits }).quotas
  expect(quotas([...others, ...busy])).toEqual([
    {
      kind: 'account',
      name: 'busy@example.com',
      requests: 'reads',
      count: 600,
      perMinute: 54,
      ms: expect.closeTo(12 * MINUTE_MS, -5),
      among: 4,
    },
    {
      kind: 'project',
      name: 'project',
      requests: 'reads',
      count: 960,
      perMinute: 270,
      ms: expect.closeTo(4 * MINUTE_MS, -5),
      among: 1,
    },
  ])
  const sameEverywhere = Array.from({ length: 40 }, (_, index) => buildTask({ account: `${index}@example.com` }))
  expect(quotas(sameEverywhere).map(({ kind, count, among }) => ({ kind, count, among }))).toEqual([
    { kind: 'account', count: 6, among: 40 },
    { kind: 'project', count: 240, among: 1 },
  ])
  expect(quotas([buildTask({ use: undefined })])).toEqual([])
})

test('the concurrent tasks of a type, and those that it depends on, limit tasks that need few requests', () => {
  const types = [buildType({ allowedConcurrentTasks: 1 }), buildType({ id: 2, name: 'Ledger', dependsOnId: 1 })]
  const tasks = [
    ...many(4, () => buildTask({ reads: 0, workMs: MINUTE_MS })),
    buildTask({ typeId: 2, reads: 0, workMs: MINUTE_MS }),
  ]
  expect(forecastText({ tasks, types })).toBe(
    'About 5 min, 0 requests, limited by the concurrent tasks of Masters; 2 tasks of Masters at a time would make it about 3 min.',
  )
})

test.each<[string, Partial<Wave>, string]>([
  [
    'the queue delay of a type',
    { tasks: many(11, () => buildTask({ reads: 0 })), types: [buildType({ queueDelaySeconds: 60 })] },
    'About 10 min, 0 requests, limited by the queue delay of Masters.',
  ],
  [
    'tasks that write to the same spreadsheet',
    { tasks: many(3, () => buildTask({ reads: 0, workMs: MINUTE_MS, targetSsId: 'same' })) },
    'About 3 min, 0 requests, limited by tasks that write to the same spreadsheet.',
  ],
  [
    'the workers of the server',
    { tasks: many(80, () => buildTask({ reads: 0, workMs: MINUTE_MS })) },
    'About 10 min, 0 requests, limited by the workers of this server; a second server would halve it.',
  ],
  [
    'its slowest task',
    { tasks: [buildTask({ reads: 1, workMs: 100 * MINUTE_MS })] },
    'About 1 h 40 min, 1 request, limited by the slowest task.',
  ],
])('a wave is limited by %s', (_limit, wave, text) => {
  expect(forecastText(wave)).toBe(text)
})

test('a forecast says what it does not know', () => {
  const never = buildTask({ use: undefined })
  expect(forecastText({ tasks: [] })).toBeNull()
  expect(buildForecast({ tasks: [never], types: [buildType()], limits })).toMatchObject({
    tasks: 1,
    unknown: 1,
    ms: null,
    text: 'Not known yet: none of the tasks has run.',
  })
  expect(forecastText({ tasks: [never, never, buildTask()] })).toMatch(/\. Excludes 2 tasks that have not run yet\.$/)
  const skippable = { maySkip: true }
  expect(forecastText({ tasks: [buildTask(skippable), buildTask()] })).toMatch(
    /\. 1 task is skipped if nobody has edited its files\.$/,
  )
  expect(forecastText({ tasks: [buildTask(skippable), buildTask(skippable)] })).toMatch(
    /\. Up to 2 tasks are skipped if nobody has edited their files\.$/,
  )
})

test('a forecast looks at each task a few times, however many types there are', () => {
  const types = Array.from({ length: 50 }, (_, index) =>
    buildType({ id: index + 1, name: `Type ${index + 1}`, dependsOnId: index > 0 ? index : null }),
  )
  let looks = 0
  const tasks = Array.from({ length: 500 }, (_, index) => {
    const { typeId, ...task } = buildTask({ typeId: (index % types.length) + 1 })
    return {
      ...task,
      get typeId() {
        looks += 1
        return typeId
      },
    }
  })
  expect(forecastText({ tasks, types })).toMatch(/^About 1 h/)
  expect(looks).toBeLessThan(10 * tasks.length)
})

const anyWave = fc.record({
  tasks: fc.array(
    fc.record({
      typeId: fc.integer({ min: 1, max: 3 }),
      targetSsId: fc.constantFrom('one', 'two', 'three', 'four'),
      maxConcurrentTasks: fc.option(fc.integer({ min: 1, max: 5 })),
      use: fc.record({
        workMs: fc.nat(600_000),
        accounts: fc.array(
          fc.record({
            account: fc.constantFrom('a', 'b'),
            project: fc.constantFrom('p'),
            reads: fc.nat(50),
            writes: fc.nat(9),
          }),
          { maxLength: 2 },
        ),
      }),
    }),
    { maxLength: 12 },
  ),
  types: fc.tuple(
    ...[1, 2, 3].map((id) =>
      fc.record({
        id: fc.constant(id),
        name: fc.constant(`T${id}`),
        dependsOnId: fc.constantFrom(null, ...(id > 1 ? [id - 1] : [])),
        allowedConcurrentTasks: fc.integer({ min: 1, max: 4 }),
        queueDelaySeconds: fc.nat(20),
      }),
    ),
  ),
  limits: fc.constant(limits),
})

test('a wave takes no less time with one more task, and no more with more workers or concurrent tasks', () => {
  const seen = new Set<string>()
  fc.assert(
    fc.property(anyWave, (wave) => {
      const { ms, limit } = waveBound(wave)
      seen.add(limit.kind)
      expect(waveBound({ ...wave, tasks: wave.tasks.slice(1) }).ms).toBeLessThanOrEqual(ms)
      const types = wave.types.map((type) => ({ ...type, allowedConcurrentTasks: 2 * type.allowedConcurrentTasks }))
      expect(waveBound({ ...wave, types, limits: { ...limits, workers: 16 } }).ms).toBeLessThanOrEqual(ms)
      const longest = Math.max(0, ...wave.tasks.map(({ use }) => use.workMs))
      expect(ms).toBeGreaterThanOrEqual(longest)
    }),
    { numRuns: 500 },
  )
  expect([...seen]).toEqual(expect.arrayContaining(['account', 'type', 'target', 'task']))
})
