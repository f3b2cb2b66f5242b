import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { DAY_MS, MINUTE_MS } from '#domain/time.ts'
import { makeAlerts } from '#server/alerts/make-alerts.ts'
import type { ApiClient } from '#tests/support/api-client.ts'
import { eventually } from '#tests/support/eventually.ts'
import { type ExternalApp, startExternalApp } from '#tests/support/external-app.ts'
import { untilEnded } from '#tests/support/run-to-end.ts'

const [ANN, BOB] = ['ann@example.com', 'bob@example.com']
const BOB_ALONE = { ALLOWED_EMAILS: BOB }

async function channel(browser: ApiClient, name: string, recipients: string[] = []) {
  const receiver =
    recipients.length > 0
      ? { kind: 'email' as const, recipients }
      : { kind: 'webhook' as const, url: 'https://hooks.example.com/in', recipients: [] }
  const body = {
    name,
    is_on: true,
    kinds: [],
    type_ids: null,
    digest: 'never' as const,
    quiet_hours: null,
    ...receiver,
  }
  return (await browser.call(api.alertChannels.create, { body })).id
}

async function heldIds(browser: ApiClient): Promise<number[]> {
  return (await browser.call(api.holds.list)).holds.map(({ id }) => id)
}

/** Creates the alerts some minutes after their events, and lists them. */
async function listAlerts({ app }: ExternalApp) {
  const now = new Date(app.context.now().getTime() + 11 * MINUTE_MS)
  return await makeAlerts(app.context.database.orm, { now, snoozePath: (id) => id })
}

test('tasks and alert channels of a removed person stop, and somebody takes the tasks over', async () => {
  const mail = { SMTP_URL: 'smtp://127.0.0.1:1', SMTP_FROM: 'sync@example.com' }
  await using external = await startExternalApp(mail)
  const [ann, bob] = [await external.signedIn(ANN), await external.signedIn(BOB, { lending: 'everyone' })]
  const ofAnn = [await external.task(ann), await external.task(ann, BOB), await external.task(ann)]
  const ofBob = await external.task(bob)
  await channel(ann, "Ann's webhook")
  await channel(bob, 'Team', [ANN, BOB])
  await external.restart(BOB_ALONE)

  const browser = await external.signedIn(BOB)
  const home = (await browser.call(api.overview.get)).attention.departed
  expect(home).toEqual([{ email: ANN, held_tasks: 3, channels: ["Ann's webhook"], mail: ['Team'] }])
  const { channels } = await browser.call(api.alertChannels.list)
  expect(channels.map(({ name, is_on, recipients }) => [name, is_on, recipients])).toEqual([
    ["Ann's webhook", false, []],
    ['Team', true, [BOB]],
  ])
  const { entries } = await browser.call(api.activity.list, { query: { kind: 'person_left' } })
  expect(entries).toMatchObject([{ subject: ANN, count: 3, task_ids: ofAnn }])
  expect(await listAlerts(external)).toMatchObject([
    { kind: 'held', taskCount: 3, title: expect.stringContaining(`${ANN} may no longer sign in`) },
  ])

  // Bob lends his access to everybody, so only the hold stops this task.
  const { status, log, tokens } = await external.run(browser, ofAnn[1] ?? 0)
  expect({ status, tokens }).toEqual({ status: 'Warning', tokens: [] })
  expect(log.at(-1)).toContain(`Its owner left: ${ANN} may no longer sign in here`)
  expect(await external.run(browser, ofBob)).toMatchObject({ status: 'Success' })
  expect(await listAlerts(external)).toEqual([])

  const ids = await heldIds(browser)
  expect(await browser.call(api.holds.accept, { body: { ids } })).toMatchObject({ status: 'warning' })
  const held = await browser.call(api.tasks.get, { params: { id: ofAnn[1] ?? 0 } })
  expect(held.can_copy_anyway).toBe(false)
  await expect(
    browser.call(api.tasks.execute, { params: { id: held.id }, body: { allow_shrink: true } }),
  ).rejects.toMatchObject({ status: 409 })

  expect(await browser.call(api.holds.takeOver, { body: { ids } })).toEqual({
    status: 'success',
    message: 'You own 3 tasks now. 1 task queued.',
  })
  expect(await untilEnded(browser, held.id)).toMatchObject({ task_status: 'Success', owner: BOB, hold: null })
  expect(await external.run(browser, ofAnn[0] ?? 0)).toMatchObject({ status: 'Success', accounts: [BOB] })
  expect((await browser.call(api.overview.get)).attention.departed).toMatchObject([{ held_tasks: 0 }])
  const takenOver = await browser.call(api.activity.list, { query: { kind: 'tasks_taken_over' } })
  expect(takenOver.entries).toMatchObject([
    { who: BOB, count: 3, changes: [{ field: 'owner', before: ANN, after: BOB }] },
  ])
})

test('a person is removed while a wave of runs is in progress: what had run stays, and nothing more happens in their name', async () => {
  await using external = await startExternalApp({ WORKERS: '1' })
  const [ann, bob] = [await external.signedIn(ANN), await external.signedIn(BOB)]
  const ids = [await external.task(ann), await external.task(ann), await external.task(bob), await external.task(ann)]
  const statuses = async (browser: ApiClient) => {
    const listed = await Promise.all(ids.map((id) => browser.call(api.tasks.get, { params: { id } })))
    return listed.map(({ task_status }) => task_status)
  }
  const untilQuiet = async (browser: ApiClient) =>
    await eventually({
      what: 'the wave to end',
      read: () => statuses(browser),
      until: (seen) => !seen.some((status) => ['Pending', 'Queued', 'Running'].includes(status)),
    })
  // The second task of the wave waits for responses until the app stops.
  const second = await ann.call(api.tasks.get, { params: { id: ids[1] ?? 0 } })
  external.emulator.faults.add({ spreadsheetId: second.source_ss_id, effect: { answer: 'delayed', delayMs: 10_000 } })
  await ann.call(api.tasks.executeAll, {})
  await eventually({
    what: 'the second task to run',
    read: () => statuses(ann),
    until: ([first, running]) => first === 'Success' && running === 'Running',
  })

  await external.restart(BOB_ALONE, {
    whileStopped() {
      external.emulator.faults.clear()
      external.emulator.requests.clear()
    },
  })
  const browser = await external.signedIn(BOB)
  expect(await untilQuiet(browser)).toEqual(['Success', 'Warning', 'Success', 'Warning'])
  await browser.call(api.tasks.executeAll, {})
  await eventually({
    what: 'the next wave to hold her first task',
    read: () => statuses(browser),
    until: ([first]) => first === 'Warning',
  })
  expect(await untilQuiet(browser)).toEqual(['Warning', 'Warning', 'Success', 'Warning'])
  const tokens = new Set(external.emulator.requests.entries.map(({ account }) => account))
  const names = await Promise.all([...tokens].map((token) => external.signInProvider.readEmail(token)))
  expect(new Set(names)).toEqual(new Set([BOB]))
})

test('nothing is read for a task whose owner left: no undo, no preview, no check of its access', async () => {
  await using external = await startExternalApp()
  const ann = await external.signedIn(ANN)
  const id = await external.task(ann)
  await external.run(ann, id)
  const { runs } = await ann.call(api.runs.list, { query: { task_id: id } })
  const params = { id, run: runs[0]?.id ?? 0 }
  await external.restart(BOB_ALONE)
  const bob = await external.signedIn(BOB)
  external.emulator.requests.clear()

  const refused = { status: 409, reply: { message: expect.stringContaining(`Its owner left: ${ANN}`) } }
  await expect(bob.call(api.changeSets.previewUndo, { params, query: {} })).rejects.toMatchObject(refused)
  const body = { edited: 'leave', edited_digest: null } as const
  await expect(bob.call(api.changeSets.undo, { params, body })).rejects.toMatchObject(refused)

  const preview = await bob.call(api.previews.start, { body: { task_ids: [id] } })
  const { tasks } = await eventually({
    what: 'the preview to end',
    read: () => bob.call(api.previews.get, { params: { id: preview.id } }),
    until: ({ tasks: [only] }) => only?.status === 'failed',
  })
  expect(tasks[0]?.error).toContain(`Its owner left: ${ANN}`)

  await bob.call(api.accessCheck.start, {})
  await eventually({
    what: 'the check to end',
    read: () => bob.call(api.accessCheck.get, {}),
    until: ({ is_checking }) => !is_checking,
  })
  expect(external.emulator.requests.entries).toEqual([])
})

test('an undo that was queued before its owner left fails, and is not repeated as a copy', async () => {
  await using external = await startExternalApp()
  const ann = await external.signedIn(ANN)
  const id = await external.task(ann)
  await external.run(ann, id)
  const { runs } = await ann.call(api.runs.list, { query: { task_id: id } })
  await external.app.context.queue.drain()
  const params = { id, run: runs[0]?.id ?? 0 }
  await ann.call(api.changeSets.undo, { params, body: { edited: 'leave' } })
  external.emulator.requests.clear()
  await external.restart(BOB_ALONE)
  const bob = await external.signedIn(BOB)
  const ended = await untilEnded(bob, id)
  expect(ended.task_status).toBe('Error')
  const [undo] = (await bob.call(api.runs.list, { query: { task_id: id, limit: 1 } })).runs
  const { logs } = await bob.call(api.runs.get, { params: { id, run: undo?.id ?? 0 } })
  expect(logs.at(-1)?.message).toContain('Its owner left')
  expect(external.emulator.requests.entries).toEqual([])
})

test('a task goes on when its owner may sign in again, and accounts of people who left go with a take-over', async () => {
  await using external = await startExternalApp()
  const ann = await external.signedIn(ANN)
  const [one, other] = [await external.task(ann), await external.task(ann, ANN)]
  await external.restart(BOB_ALONE)
  const bob = await external.signedIn(BOB)
  const held = (await bob.call(api.holds.list)).holds.find(({ task }) => task.id === other)
  await bob.call(api.holds.takeOver, { body: { ids: [held?.id ?? 0] } })
  expect(await external.run(bob, other)).toMatchObject({ status: 'Success', accounts: [BOB] })
  await external.restart({ ALLOWED_EMAILS: '@example.com' })
  expect(await heldIds(await external.signedIn(BOB))).toEqual([])
  const again = await external.signedIn(ANN)
  expect(await external.run(again, one)).toMatchObject({ status: 'Success', accounts: [ANN] })
})

test('Home names a person who was only mailed, for a week', async () => {
  const mail = { SMTP_URL: 'smtp://127.0.0.1:1', SMTP_FROM: 'sync@example.com' }
  await using external = await startExternalApp(mail)
  await external.signedIn(ANN)
  await channel(await external.signedIn(BOB), 'Team', [ANN, BOB])
  await external.restart(BOB_ALONE)
  const bob = await external.signedIn(BOB)
  const departed = async () => (await bob.call(api.overview.get)).attention.departed
  expect(await departed()).toEqual([{ email: ANN, held_tasks: 0, channels: [], mail: ['Team'] }])
  external.advanceTime(7 * DAY_MS)
  const later = await external.signedIn(BOB)
  expect((await later.call(api.overview.get)).attention.departed).toEqual([])
})

test('a channel that was turned off belongs to whoever turns it on again', async () => {
  await using external = await startExternalApp()
  const id = await channel(await external.signedIn(ANN), 'Chat')
  await external.restart(BOB_ALONE)
  const bob = await external.signedIn(BOB)
  expect(await listAlerts(external)).toMatchObject([
    { kind: 'access', title: expect.stringContaining('Turned off: "Chat"') },
  ])
  await bob.call(api.alertChannels.update, { params: { id }, body: { is_on: true } })
  await external.app.context.offboarding.sweep()
  const { channels } = await bob.call(api.alertChannels.list)
  expect(channels).toMatchObject([{ name: 'Chat', is_on: true, created_by: BOB }])
  expect((await bob.call(api.overview.get)).attention.departed).toEqual([])
})
