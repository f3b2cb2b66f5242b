import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { api } from '#contract/api.ts'
import type { RepositionAction } from '#contract/task-routes.ts'
import { appendTaskLogs } from '#server/task-logs/task-logs.ts'
import type { ApiClient } from '#tests/support/api-client.ts'
import { eventually } from '#tests/support/eventually.ts'
import { FetchEventSource } from '#tests/support/fetch-event-source.ts'
import { adminUrl } from '#tests/support/postgres-server.ts'
import { propertyRuns } from '#tests/support/property-runs.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { openTestDatabase } from '#tests/support/test-database.ts'
import { followChanges } from './follow-changes.ts'
import { findLiveState } from './live-state.ts'
import { NO_FILTER, type TaskFilter } from './task-filter.ts'
import { taskTypesQuery } from './task-types.ts'
import { taskListQuery, taskStatusQuery } from './tasks.ts'

const TASKS = 8
const MAX_CHANGES = 25
const QUICK = { firstMs: 5, minIntervalMs: 40, maxIntervalMs: 100, heartbeatMs: 500 }

const parts = new AsyncDisposableStack()
/** The nodes of one installation; a page may be connected to any of them. */
let nodes: TestApp[]
let typeIds: number[]
beforeAll(async () => {
  const { env } = parts.use(await openTestDatabase(tmpdir()))
  const count = adminUrl() === undefined ? 1 : 2
  nodes = []
  for (let node = 0; node < count; node++) nodes.push(parts.use(await startTestApp({ env, eventTiming: QUICK })))
  typeIds = []
  for (const name of ['Masters', 'Ledgers']) {
    typeIds.push((await member().call(api.taskTypes.create, { body: { name, max_retries: 0 } })).id)
  }
  await member().call(api.taskTypes.update, {
    params: { id: typeIds[1] ?? 0 },
    body: { depends_on_id: typeIds[0] ?? 0 },
  })
  for (let task = 0; task < TASKS; task++) await addTask(task)
})
afterAll(() => parts.disposeAsync())

const member = (): ApiClient => {
  const [first] = nodes
  if (!first) throw new Error('No node was started')
  return first.member
}

/** A page that shows several lists at once. */
async function openPage() {
  let node = 0
  let reads = 0
  const leave = new Set<() => void>()
  const realFetch = globalThis.fetch
  const through = (path: string, init: RequestInit = {}) => {
    const { pathname } = new URL(path, 'http://page')
    if (pathname === api.tasks.list.path) reads += 1
    return (nodes[node]?.member ?? member()).fetch(path, init)
  }
  vi.stubGlobal('fetch', (target: string, init?: RequestInit) =>
    target.startsWith('/') ? through(target, init) : realFetch(target, init),
  )
  const throughBreakable = async (path: string, init: RequestInit) => {
    const broken = new AbortController()
    leave.add(() => broken.abort())
    const signal = init.signal ? AbortSignal.any([init.signal, broken.signal]) : broken.signal
    return await through(path, { ...init, signal })
  }
  class EventSource extends FetchEventSource {
    constructor(path: string) {
      super(path, throughBreakable)
    }
  }
  vi.stubGlobal('EventSource', EventSource)
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: 3, staleTime: 5_000 } } })
  const views: TaskFilter[] = [
    NO_FILTER,
    { ...NO_FILTER, typeId: typeIds[1] },
    { ...NO_FILTER, status: 'Error' },
    { ...NO_FILTER, name: 'renamed' },
    { ...NO_FILTER, isActive: false },
  ]
  const queries = [taskTypesQuery(), taskStatusQuery(), ...views.map((filter) => taskListQuery(1, filter))]
  const observers = queries.map((query) => new QueryObserver(queryClient, query as never))
  const stops = observers.map((observer) => observer.subscribe(() => undefined))
  const stopFollowing = followChanges(queryClient, 'live')
  const untilLive = () =>
    eventually({
      what: 'a live page',
      read: () => findLiveState(queryClient).position,
      until: (position) => position !== undefined,
    })
  await untilLive()
  return {
    queryClient,
    views,
    untilLive,
    get reads() {
      return reads
    },
    /** Breaks the stream; the page connects to another node, if there is another. */
    breakStream() {
      node = (node + 1) % nodes.length
      for (const breakOne of leave) breakOne()
      leave.clear()
    },
    poll: () => Promise.all(observers.map((observer) => observer.refetch())),
    reload: () => queryClient.invalidateQueries(),
    [Symbol.asyncDispose]: async () => {
      stopFollowing()
      for (const stop of stops) stop()
      await queryClient.cancelQueries()
      vi.unstubAllGlobals()
    },
  }
}

type Page = Awaited<ReturnType<typeof openPage>>

/** Compares the page with a fresh read. */
async function compare(page: Page) {
  const fresh = [await member().call(api.tasks.statusAll, {})]
  const shown = [page.queryClient.getQueryData(taskStatusQuery().queryKey)]
  for (const view of page.views) {
    const { typeId, status, warning, freshness, isActive, name } = view
    const query = {
      page: 1,
      ...(typeId !== undefined && { sync_task_type_id: String(typeId) }),
      ...(status !== undefined && { status }),
      ...(warning !== undefined && { warning }),
      ...(freshness !== undefined && { freshness }),
      ...(isActive !== undefined && ({ is_active: isActive ? 'true' : 'false' } as const)),
      ...(name !== '' && { search: name }),
    }
    fresh.push((await member().call(api.tasks.list, { query })) as never)
    shown.push(page.queryClient.getQueryData(taskListQuery(1, view).queryKey) as never)
  }
  return { shown, fresh }
}

async function addTask(at: number): Promise<void> {
  const body = {
    sync_task_type_id: typeIds[at % typeIds.length] ?? 0,
    name: `Task ${randomUUID()}`,
    source_ss_id: `source-${randomUUID()}`,
    target_ss_id: `target-${randomUUID()}`,
  }
  await member().call(api.tasks.create, { body })
}

/** Changes somebody makes somewhere; `at` chooses the task, `by` the rest. */
const CHANGES = [
  'add',
  'rename',
  'toggle',
  'move',
  'remove',
  'run',
  'run all',
  'log',
  'clear',
  'retype',
  'toggle all',
  'rename type',
] as const
const CHANGED_UNSEEN = ['rename', 'add', 'move', 'remove', 'log', 'rename type'] as const
/** Events that can happen to the page meanwhile. */
const FATES = ['poll', 'reload', 'break', 'wait'] as const
type Step = { what: (typeof CHANGES)[number] | (typeof FATES)[number]; at: number; by: number }

async function take({ what, at, by }: Step, page: Page): Promise<void> {
  const { syncTasks } = await member().call(api.tasks.list, { query: {} })
  const task = syncTasks[at % Math.max(1, syncTasks.length)]
  const moves: RepositionAction[] = ['front', 'back', 'up', 'down']
  const change = (body: object) =>
    task && member().call(api.tasks.update, { params: { id: task.id }, body: body as never })
  const orm = nodes[0]?.context.database.orm
  const steps: Record<Step['what'], () => unknown> = {
    add: () => addTask(at),
    rename: () => change({ name: `${by % 2 ? 'Renamed' : 'Task'} ${randomUUID()}` }),
    toggle: () =>
      task && member().call(api.tasks.toggleActive, { params: { id: task.id }, body: { is_active: by % 2 === 0 } }),
    move: () =>
      task && member().call(api.tasks.reposition, { params: { id: task.id }, body: { action: moves[by % 4] ?? 'up' } }),
    remove: () => task && syncTasks.length > 3 && member().call(api.tasks.remove, { params: { id: task.id } }),
    run: () => task && member().call(api.tasks.execute, { params: { id: task.id }, body: {} }),
    'run all': () => member().call(api.tasks.executeAll, {}),
    log: () =>
      task &&
      orm &&
      appendTaskLogs(orm, [{ taskId: task.id, runId: null, level: 'INFO', message: `${by}`, at: new Date() }]),
    clear: () => task && member().call(api.taskLogs.clear, { params: { id: task.id } }),
    retype: () => change({ sync_task_type_id: typeIds[by % 2] }),
    'toggle all': () => member().call(api.tasks.toggleAllActive, { body: { target_state: by % 3 > 0 } }),
    'rename type': () =>
      member().call(api.taskTypes.update, {
        params: { id: typeIds[by % 2] ?? 0 },
        body: { name: `Type ${randomUUID()}` },
      }),
    // Not awaited: the next changes are made while it reads.
    poll: () => void page.poll(),
    reload: () => void page.reload(),
    break: () => page.breakStream(),
    wait: () => new Promise((resolve) => setTimeout(resolve, by % 120)),
  }
  // A running task cannot be deleted, and a deleted task cannot be changed.
  await Promise.resolve(steps[what]()).catch(() => undefined)
}

async function untilNothingRuns(): Promise<void> {
  await eventually({
    what: 'the end of all runs',
    read: async () => Object.values((await member().call(api.tasks.statusAll, {})).all_running_status),
    until: (states) => states.every(({ running_status, task_status }) => !running_status && task_status !== 'Stopping'),
  })
}

const step = fc.record({
  what: fc.constantFrom(...CHANGES, ...CHANGES, ...FATES),
  at: fc.nat(20),
  by: fc.nat(1000),
})

test('after any change, and on any node, a page ends up showing a fresh read', {
  tags: ['long'],
}, async () => {
  await using page = await openPage()
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: MAX_CHANGES, maxLength: MAX_CHANGES }), async (steps) => {
      for (const each of steps) await take(each, page)
      await untilNothingRuns()
      // Changes made while the page is not connected show in no later event.
      page.breakStream()
      for (const what of CHANGED_UNSEEN) await take({ what, at: steps.length, by: 1 }, page)
      await page.untilLive()
      const { shown, fresh } = await eventually({
        what: 'the page to be up to date',
        read: () => compare(page),
        until: ({ shown, fresh }) => JSON.stringify(sorted(shown)) === JSON.stringify(sorted(fresh)),
      }).catch(() => compare(page))
      expect(shown).toEqual(fresh)
    }),
    { ...propertyRuns({ few: 1, all: 3 }), endOnFailure: true },
  )
})

test('a page that is connected reads nothing again while tasks run', async () => {
  await using page = await openPage()
  await untilNothingRuns()
  const readsBefore = page.reads
  await member().call(api.tasks.toggleAllActive, { body: { target_state: true } })
  await member().call(api.tasks.executeAll, {})
  await untilNothingRuns()
  const isUpToDate = async () =>
    JSON.stringify(sorted((await compare(page)).shown)) === JSON.stringify(sorted((await compare(page)).fresh))
  await eventually({ what: 'the page to be up to date', read: isUpToDate, until: (is) => is })
  expect(page.reads).toBe(readsBefore)
})

test('a page whose stream breaks while nothing changes is kept up to date by events again', async () => {
  await using page = await openPage()
  await untilNothingRuns()
  const readsBefore = page.reads
  const isLost = () => findLiveState(page.queryClient).position === undefined
  page.breakStream()
  await eventually({ what: 'the loss of the stream', read: isLost, until: (is) => is })
  await page.untilLive()
  // Another node has another stream.
  if (nodes.length === 1) expect(page.reads).toBe(readsBefore)
})

test('a poll of a connected page is answered without the list', async () => {
  await using page = await openPage()
  const before = page.queryClient.getQueryData(taskListQuery(1).queryKey)
  const polled = await page.poll()
  expect(polled.every(({ isSuccess }) => isSuccess)).toBe(true)
  expect(page.queryClient.getQueryData(taskListQuery(1).queryKey)).toBe(before)
})

/** Sorts the keys of each object. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, each]) => each !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, each]) => [key, sorted(each)]),
  )
}
