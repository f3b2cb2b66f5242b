import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { api } from '#contract/api.ts'
import { isChange, type ReadReply, type Route } from '#contract/route.ts'
import { buildTaskReply } from '#tests/support/build-task-reply.ts'
import { buildTaskTypeReply } from '#tests/support/build-task-type-reply.ts'
import { readReply } from './read-reply.ts'

const { tasks, taskTypes, taskLogs, csvJobs, dataCopy, schedules, auth } = api

function read<R extends Route>(route: R, sent: unknown): ReadReply<R> | undefined {
  const schema = route.reads ?? route.reply
  return schema instanceof z.ZodType ? (readReply(schema, sent) as ReadReply<R>) : undefined
}

const readTask = (sent: object) => read(tasks.list, { syncTasks: [{ id: 1, ...sent }] })?.syncTasks[0]

describe('a page of tasks', () => {
  test('needs nothing but its tasks, and a task nothing but its ID', () => {
    const { syncTasks, ...counts } = read(tasks.list, { syncTasks: [{ id: '7' }, { id: 8 }] }) ?? {}
    expect(counts).toEqual({ totalPages: 1 })
    expect(syncTasks?.[0]).toEqual(
      buildTaskReply({
        id: 7,
        name: '',
        has_own_name: false,
        sync_task_type_id: 0,
        task_type: {
          id: 0,
          name: '',
          chunk_size: 0,
          allowed_concurrent_tasks: 0,
          every_minutes: null,
          every_minutes_between: '',
        },
        source_ss_id: '',
        source_ss_name: null,
        target_ss_id: '',
        target_ss_name: null,
        source_sheet_name: '',
        target_sheet_name: '',
        position_actions: {
          can_push_to_front: false,
          can_push_to_back: false,
          can_move_up: false,
          can_move_down: false,
          total_tasks_of_type: 0,
          current_position: 0,
        },
      }),
    )
  })

  test.each([[{}], [{ name: 'No ID' }], [{ id: 'abc' }], [{ id: 0 }], [{ id: -1 }], [null], ['task'], [[]]])(
    'leaves out what has no usable ID: %j',
    (odd) => expect(read(tasks.list, { syncTasks: [odd, { id: 1 }], total: 2 })?.syncTasks).toHaveLength(1),
  )

  test.each([undefined, null, '', 'text', {}, { syncTasks: null }, { error: 'x' }])('is not %j', (sent) => {
    expect(read(tasks.list, sent)?.syncTasks ?? []).toEqual([])
  })

  test('can be a bare list', () => {
    expect(read(tasks.list, [{ id: 1 }])?.syncTasks).toHaveLength(1)
  })
})

describe('a task', () => {
  test.each([
    { kind: 'open', label: 'Enable', url: 'https://console.cloud.google.com.evil.example/' },
    { kind: 'open', label: 'Enable', url: 'https://evil.example/?google.com' },
    { kind: 'open', label: 'Enable', url: 'http://console.cloud.google.com/' },
    { kind: 'open', label: 'Enable', url: 'javascript:alert(1)' },
    { kind: 'other' },
    'Enable it',
  ])('has no action that leads anywhere but to Google: %j', (fix_action) => {
    expect(readTask({ fix_action })?.fix_action).toBeNull()
  })

  test.each([
    ['RUNNING', 'Running'],
    ['success', 'Success'],
    [' stopped ', 'Stopped'],
    ['', 'Pending'],
    [null, 'Pending'],
    [undefined, 'Pending'],
    ['paused', 'Pending'],
    [{ name: 'Running' }, 'Pending'],
  ])('in status %j is %s', (task_status, status) => {
    expect(readTask({ task_status })?.task_status).toBe(status)
  })

  test.each([
    [undefined, true],
    [null, true],
    [0, true],
    ['false', true],
    [true, true],
    [false, false],
  ])('with is_active %j is active: %s', (is_active, isActive) => {
    expect(readTask({ is_active })?.is_active).toBe(isActive)
  })

  test.each([
    [{ task_status: 'RUNNING' }, true],
    [{ task_status: 'queued' }, true],
    [{ task_status: 'Failed' }, false],
    [{}, false],
    [{ task_status: 'Running', running_status: false }, false],
    [{ task_status: 'Success', running_status: 1 }, true],
  ])('%j has running_status %s', (sent, isRunning) => {
    expect(readTask(sent)?.running_status).toBe(isRunning)
  })

  test.each([
    [{ sync_task_type_id: '4' }, 4],
    [{ task_type: { id: 4 } }, 4],
    [{ sync_task_type_id: 'masters' }, 0],
    [{}, 0],
  ])('%j has the type %j', (sent, typeId) => {
    expect(readTask(sent)?.sync_task_type_id).toBe(typeId)
    expect(readTask(sent)?.task_type.id).toBe(typeId)
  })

  test.each([
    [{ chunk_size: '250' }, 250],
    [{ task_type: { id: 1, chunk_size: 300 } }, 300],
    [{ chunk_size: null, task_type: { id: 1 } }, 1000],
  ])('%j has the chunk size %i', (sent, size) => {
    expect(readTask(sent)?.chunk_size).toBe(size)
  })

  test.each([
    [
      ['04:00', '23:00'],
      ['04:00', '23:00'],
    ],
    ['04:00, 23:00', ['04:00', '23:00']],
    [['None'], []],
    ['None', []],
    ['', []],
    [null, []],
    [undefined, []],
  ])('scheduled at %j runs at %j', (scheduled_times, times) => {
    expect(readTask({ scheduled_times })?.scheduled_times).toEqual(times)
  })

  test('keeps any text as a time, and has no logs, runs or names that were not sent', () => {
    const task = readTask({
      name: null,
      last_triggered: { time: 'Nov 21, 2026 4:00 AM' },
      latest_log: { message: 'Done', level: 'Warning' },
      recent_runs: 'none',
      last_successful_run: 'yesterday',
      total_elapsed_seconds: '12.6',
    })
    expect(task).toMatchObject({
      name: '',
      last_triggered: { time: 'Nov 21, 2026 4:00 AM', triggered_by: '' },
      latest_log: { id: 0, level: 'WARNING', message: 'Done', timestamp: '', formatted_timestamp: '' },
      recent_runs: [],
      last_successful_run: 'yesterday',
      total_elapsed_seconds: 13,
    })
  })

  test('can be wrapped', () => {
    expect(read(tasks.get, { task: { id: 3, name: 'Wrapped' } })).toMatchObject({ id: 3, name: 'Wrapped' })
  })
})

test.each([
  [true, {}, true],
  [false, {}, false],
  [{ 1: 'RUNNING' }, { 1: { task_status: 'Running', running_status: true } }, true],
  [{ 1: true, 2: false }, { 1: { running_status: true }, 2: { running_status: false } }, false],
  [{ 1: true }, { 1: { running_status: true } }, true],
  [{ 1: { status: 'failed' }, 2: 7 }, { 1: { task_status: 'Failed', running_status: false } }, false],
  [[{ id: 5, running_status: true }, 'odd'], { 5: { running_status: true } }, true],
  [{ 1: { is_active: false } }, { 1: { is_active: false } }, false],
  [undefined, {}, false],
])('all_running_status %j', (sent, all_running_status, all_running) => {
  expect(read(tasks.statusAll, { all_running_status: sent })).toEqual({ all_running_status, all_running })
})

test('a type has the defaults of a new one, but no chunk size that was not sent', () => {
  expect(read(taskTypes.list, [{ id: 1, name: 'Masters', chunk_size: '', queue_delay_seconds: null }, {}])).toEqual([
    buildTaskTypeReply({ chunk_size: 0 }),
  ])
})

test('log entries need nothing', () => {
  expect(read(taskLogs.list, [{ message: 'a', level: 'error', id: 'x9' }, {}, null])).toEqual([
    { id: 0, level: 'ERROR', message: 'a', timestamp: '', formatted_timestamp: '' },
    { id: 0, level: 'INFO', message: '', timestamp: '', formatted_timestamp: '' },
  ])
})

test.each([
  [{ status: 'success', message: 'Queued.' }, 'success', 'Queued.'],
  [{ status: 'Warning', message: 'Inactive.' }, 'warning', 'Inactive.'],
  [{ status: 'delayed', message: 'Later.' }, 'info', 'Later.'],
  [{ message: 'Fine.' }, 'success', 'Fine.'],
  [{}, 'success', ''],
])('the outcome %j is %s', (sent, status, message) => {
  for (const route of [tasks.execute, tasks.stop, tasks.stopAll, tasks.reposition, taskTypes.runGroup])
    expect(read(route, sent)).toEqual({ status, message })
})

test('jobs need only their job_id, which can be text', () => {
  const jobs = [{ job_id: 4 }, { job_id: 'b-7', status: 'DONE' }]
  expect(read(csvJobs.list, { jobs: [...jobs, {}] })).toEqual({ jobs })
  expect(read(csvJobs.list, jobs)).toEqual({ jobs })
  expect(read(taskTypes.importCsv, { job_id: 'b-7' })).toEqual({ job_id: 'b-7' })
})

test('a data copy needs only its rows, or its available columns', () => {
  expect(read(dataCopy.page, { data: [{ A: 1, B: null }] })).toEqual({ data: [{ A: 1, B: null }] })
  const all = { available_columns: ['A', 'B'], default_selected_columns: ['A', 'B'] }
  expect(read(dataCopy.columns, { available_columns: ['A', 'B'] })).toEqual(all)
  expect(read(dataCopy.columns, { ...all, default_selected_columns: ['B'] })?.default_selected_columns).toEqual(['B'])
})

test('schedules need only what the specification lists', () => {
  const everyDay = { schedule_days: [], paused_until: null, holidays: [] }
  const noInterval = { task_id: null, every_minutes: null, every_minutes_between: '' }
  const entry = { comment: 'a', command: 'b', schedule: '0 4 * * *' }
  expect(read(schedules.list, [entry])).toEqual([{ ...entry, ...everyDay, ...noInterval, next_run_at: null }])
  expect(read(schedules.runAll, { scheduled_times: ['04:00'] })).toEqual({
    ...everyDay,
    scheduled_times: ['04:00'],
    timezone: 'America/New_York',
  })
  expect(read(schedules.setRunAll, { message: 'Saved' })).toEqual({ message: 'Saved' })
})

test.each([
  [undefined, null],
  ['maria@example.com', { email: 'maria@example.com', name: 'maria@example.com' }],
  [
    { id: 9, email: 'maria@example.com' },
    { email: 'maria@example.com', name: '' },
  ],
  [
    { id: 4, name: 'Ada' },
    { email: '', name: 'Ada' },
  ],
  [7, null],
])('the user %j', (sent, user) => {
  expect(read(auth.check, { authenticated: true, user: sent })).toEqual({
    authenticated: true,
    user,
    administrators: null,
  })
})

const changes = Object.values(api)
  .flatMap((routes): Route[] => Object.values(routes))
  .filter((route) => isChange(route) && route.reply instanceof z.ZodType)

test.each(changes)('$method $path succeeds without a body', ({ reply, reads = reply }) => {
  expect(reads instanceof z.ZodUndefined || readReply(reads as z.ZodType, {}) !== undefined).toBe(true)
})

// Shared by all routes: creating them takes longer than trying the cases of a route.
const anyKey = fc.stringMatching(/^[A-Za-z0-9 ]+$/)
const anyEmail = fc.stringMatching(/^[a-z]{1,9}$/).map((name) => `${name}@example.com`)
const anyUrl = fc.webPath().map((path) => `https://console.cloud.google.com${path}`)
const anyText = fc.string()

/** Replies that follow a schema. */
function listReplies(schema: z.core.$ZodType): fc.Arbitrary<unknown> {
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'object':
      return fc.record(Object.fromEntries(Object.entries(def.shape).map(([name, field]) => [name, listReplies(field)])))
    case 'array':
      return fc.array(listReplies(def.element), { maxLength: 3 })
    case 'null':
      return fc.constant(null)
    case 'record':
      if (def.keyType instanceof z.ZodEnum)
        return listReplies(z.object(Object.fromEntries(def.keyType.options.map((name) => [name, def.valueType]))))
      return fc.dictionary(anyKey, listReplies(def.valueType), { maxKeys: 3 })
    case 'union':
      return fc.oneof(...def.options.map(listReplies))
    case 'nullable':
      return fc.option(listReplies(def.innerType))
    case 'optional':
      return fc.option(listReplies(def.innerType), { nil: undefined })
    case 'enum':
      return fc.constantFrom(...Object.values(def.entries))
    case 'number':
      return fc.integer({ min: 1, max: 2_147_483_647 })
    case 'boolean':
      return fc.boolean()
    case 'literal':
      return fc.constantFrom(...def.values)
    case 'string':
      return textArbitrary('format' in def ? def.format : undefined)
    default:
      return fc.constant(undefined)
  }
}

function textArbitrary(format: unknown): fc.Arbitrary<string> {
  switch (format) {
    case 'datetime':
      return fc.date({ noInvalidDate: true, min: new Date(0), max: new Date('2100') }).map((date) => date.toISOString())
    case 'email':
      return anyEmail
    case 'url':
      return anyUrl
    default:
      return anyText
  }
}

const jsonRoutes = Object.values(api)
  .flatMap((routes): Route[] => Object.values(routes))
  .filter(({ reply }) => reply instanceof z.ZodType)

test.each(jsonRoutes)("our own server's reply to $method $path is read as it is", ({ reply, reads = reply }) => {
  fc.assert(
    fc.property(listReplies(reply as z.ZodType), (sent) => {
      const seen = reads as z.ZodType
      expect(readReply(seen, sent)).toEqual(seen.parse((reply as z.ZodType).parse(sent)))
    }),
    { numRuns: 20 },
  )
})
