import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { tasks } from '#server/storage/schema.ts'
import { appendTaskLogs } from '#server/storage/task-logs.ts'
import { openEvents } from '#tests/support/event-stream.ts'
import { startWorld } from '#tests/support/world.ts'

const AT = new Date('2030-03-04T05:06:07Z')

let world: Awaited<ReturnType<typeof startWorld>>
let taskId: number
beforeAll(async () => {
  world = await startWorld({ eventTiming: { coalesceMs: 20, heartbeatMs: 50 } })
  const { id } = await world.member.call(api.taskTypes.create, { body: { name: 'Ledgers' } })
  const body = { sync_task_type_id: id, name: 'Ledger', source_ss_id: 'source', target_ss_id: 'target' }
  taskId = (await world.member.call(api.tasks.create, { body })).id
})
afterAll(() => world[Symbol.asyncDispose]())

const log = (...messages: string[]) =>
  appendTaskLogs(
    world.app.context.database.orm,
    messages.map((message) => ({ taskId, runId: null, level: 'INFO', message, at: AT })),
  )

test('only members hear of changes', async () => {
  expect((await world.visitor.send(api.events.stream, {})).status).toBe(401)
})

test('a page hears which list changed, whoever changed it', async () => {
  await using events = await openEvents(world.member)
  await world.member.call(api.taskTypes.create, { body: { name: 'More ledgers' } })
  const isOfTypes = await events.next((event) => event.kind === 'changed' && event.what === 'task_types')
  expect(isOfTypes).toEqual({ kind: 'changed', what: 'task_types' })
  await world.app.context.database.orm.update(tasks).set({ name: 'Renamed' })
  await events.next((event) => event.kind === 'changed' && event.what === 'tasks')
})

test('a page hears each line of a log once, in order', async () => {
  await using first = await openEvents(world.member)
  await log('one', 'two')
  const heard = await first.next((event) => event.kind === 'logs')
  expect(heard).toMatchObject({ kind: 'logs', task_id: taskId, logs: [{ message: 'one' }, { message: 'two' }] })
  await using second = await openEvents(world.member)
  await log('three')
  for (const events of [first, second]) {
    const { logs } = (await events.next((event) => event.kind === 'logs')) as Extract<typeof heard, { kind: 'logs' }>
    expect(logs.map(({ message, timestamp }) => [message, timestamp])).toEqual([['three', AT.toISOString()]])
  }
})

test('a page hears of a task’s run until it has ended', async () => {
  await using events = await openEvents(world.member)
  await world.member.call(api.tasks.execute, { params: { id: taskId }, body: {} })
  const ended = await events.next((event) => event.kind === 'progress' && event.tasks[taskId]?.task_status === 'Error')
  expect(ended).toMatchObject({ kind: 'progress', all_running: false, tasks: { [taskId]: { running_status: false } } })
})

test('the stream ends when its session does', async () => {
  const visitor = world.newVisitor()
  await visitor.signIn('grace@example.com')
  await using events = await openEvents(visitor)
  await visitor.call(api.auth.logout, {})
  await events.rest()
})

test('the stream ends when the app stops', async () => {
  const other = await startWorld()
  await using events = await openEvents(other.member)
  await other[Symbol.asyncDispose]()
  expect(await events.rest()).toEqual([])
})
