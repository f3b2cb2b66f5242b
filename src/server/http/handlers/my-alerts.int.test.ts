import { expect, test } from 'vitest'
import { FilteredKind } from '#contract/alert-channel.ts'
import { api } from '#contract/api.ts'
import type { MyTasks } from '#contract/my-alerts.ts'
import { HOUR_MS, MINUTE_MS } from '#domain/time.ts'
import { makeAlerts } from '#server/alerts/make-alerts.ts'
import { alertChannels, alertDeliveries, alerts } from '#server/storage/schema.ts'
import type { ApiClient } from '#tests/support/api-client.ts'
import { buildTaskTypeFields } from '#tests/support/build-task-fields.ts'
import { eventually } from '#tests/support/eventually.ts'
import { startExternalApp } from '#tests/support/external-app.ts'
import { untilEnded } from '#tests/support/run-to-end.ts'
import { startSmtpReceiver } from '#tests/support/smtp-receiver.ts'

const [ANN, BOB] = ['ann@example.com', 'bob@example.com']

/** Starts the app with a mail server. The app only makes alerts when the test asks for them. */
async function startWithMail({ startAt = '2026-03-02T12:00:00Z', ...settings }: Record<string, string> = {}) {
  await using parts = new AsyncDisposableStack()
  const smtp = parts.use(await startSmtpReceiver())
  const env = { SMTP_URL: smtp.url, SMTP_FROM: 'nano@example.com', SCHEDULE_TIMEZONE: 'UTC', ...settings }
  const timing = { deliveryPollMs: 20, startAt }
  const external = parts.use(await startExternalApp(env, timing))
  const running = parts.move()
  const sent = () => smtp.received.map(({ recipients, subject, text }) => ({ to: recipients[0], subject, text }))
  return {
    external,
    smtp,
    env,
    /** Adds a task with its own type and its own cause of failure. */
    async failing(owner: ApiClient, name: string, dependsOn: number | null = null) {
      const fields = buildTaskTypeFields({ name: `Type of ${name}`, max_retries: 0, depends_on_id: dependsOn })
      const type = await owner.call(api.taskTypes.create, { body: fields })
      const [source_ss_id, target_ss_id] = [await external.spreadsheet(), await external.spreadsheet()]
      const places = { source_ss_id, source_sheet_name: `No tab of ${name}`, target_ss_id }
      const task = await owner.call(api.tasks.create, { body: { name, sync_task_type_id: type.id, ...places } })
      return { id: task.id, typeId: type.id }
    },
    /** Makes alerts a quarter of an hour later, and waits until all due mail is sent. */
    async mailLater() {
      external.advanceTime(15 * MINUTE_MS)
      const { database, now } = external.app.context
      await makeAlerts(database.orm, { now: now(), snoozePath: (id) => `/alerts/snooze?link=${id}` })
      return database.orm
    },
    sent,
    untilSent: (count: number) =>
      eventually({ what: `${count} mails`, read: async () => sent(), until: (all) => all.length >= count }),
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  }
}

const choose = (browser: ApiClient, tasks: MyTasks[], quiet_hours: { from: string; to: string } | null = null) =>
  browser.call(api.myAlerts.update, { body: { tasks, kinds: [...FilteredKind.options], quiet_hours } })

async function runAll(browser: ApiClient, ids: readonly number[]) {
  await browser.call(api.tasks.executeAll, {})
  for (const id of ids) await untilEnded(browser, id)
}

test('each person gets one mail about their own tasks and the runs that they started, and one when they recovered', async () => {
  await using app = await startWithMail()
  const [ann, bob] = [await app.external.signedIn(ANN), await app.external.signedIn(BOB)]
  const [one, two, ofBob] = [
    await app.failing(ann, 'One'),
    await app.failing(ann, 'Two'),
    await app.failing(bob, 'Three'),
  ]
  expect(await ann.call(api.myAlerts.get)).toMatchObject({ tasks: [], address: ANN, obstacle: null, owned_count: 2 })
  await choose(ann, ['mine'])
  await choose(bob, ['started'])
  const team = { name: 'Team', kind: 'email' as const, recipients: ['team@example.com'] }
  await ann.call(api.alertChannels.create, { body: team })
  await runAll(bob, [one.id, two.id, ofBob.id])
  await app.mailLater()
  const sent = await app.untilSent(5)
  expect(sent.filter(({ to }) => to === 'team@example.com')).toHaveLength(3)
  const toAnn = sent.filter(({ to }) => to === ANN)
  expect(toAnn.map(({ subject }) => subject)).toEqual(['Your tasks: 2 failed'])
  expect(toAnn[0]?.text).toContain("There is no tab named 'No tab of One'")
  expect(toAnn[0]?.text).toContain("There is no tab named 'No tab of Two'")
  expect(toAnn[0]?.text).not.toContain('Three')
  expect(toAnn[0]?.text).toContain('My alerts: https://nano.example/settings/my-alerts')
  expect(sent.filter(({ to }) => to === BOB).map(({ subject }) => subject)).toEqual(['Your tasks: 3 failed'])

  // Ann starts the next runs herself. Ann and Bob get the recovery, because Bob got the failure.
  await ann.call(api.tasks.update, { params: { id: one.id }, body: { source_sheet_name: '' } })
  await runAll(ann, [one.id, two.id, ofBob.id])
  await app.mailLater()
  const later = (await app.untilSent(8)).slice(5)
  expect(later.map(({ to, subject }) => `${to}: ${subject}`).sort()).toEqual([
    `${ANN}: One (Type of One) recovered`,
    `${BOB}: One (Type of One) recovered`,
    'team@example.com: One (Type of One) recovered',
  ])
})

test('the owner of a task that did not run because of another one is told, too', async () => {
  await using app = await startWithMail()
  const [ann, bob] = [await app.external.signedIn(ANN), await app.external.signedIn(BOB)]
  const first = await app.failing(ann, 'First')
  const dependent = await app.failing(bob, 'Dependent', first.typeId)
  await choose(bob, ['mine'])
  await runAll(ann, [first.id, dependent.id])
  await app.mailLater()
  const [mail] = await app.untilSent(1)
  expect(mail).toMatchObject({
    to: BOB,
    subject: 'First (Type of First) failed; 1 task did not run because of it',
  })
})

test('mail that waits for the end of quiet hours is one mail, whatever happens until then', async () => {
  await using app = await startWithMail({ startAt: '2026-03-02T01:00:00Z' })
  const ann = await app.external.signedIn(ANN)
  const [one, two] = [await app.failing(ann, 'One'), await app.failing(ann, 'Two')]
  await choose(ann, ['mine'], { from: '22:00', to: '7:00' })
  for (const { id } of [one, two]) {
    await app.external.run(ann, id)
    await app.mailLater()
  }
  await ann.call(api.tasks.update, { params: { id: two.id }, body: { source_sheet_name: '' } })
  await app.external.run(ann, two.id)
  const orm = await app.mailLater()
  expect(await orm.$count(alertDeliveries)).toBe(1)
  expect(app.sent()).toEqual([])
  app.external.advanceTime(7 * HOUR_MS)
  const [mail, ...others] = await app.untilSent(1)
  expect([mail?.subject, others]).toEqual(['Your tasks: 2 failed, 1 recovered', []])
})

test('a person who was removed gets nothing, not even what waited, and the others do', async () => {
  await using app = await startWithMail({ startAt: '2026-03-02T01:00:00Z' })
  const [ann, bob] = [await app.external.signedIn(ANN), await app.external.signedIn(BOB)]
  const [one, ofBob] = [await app.failing(ann, 'One'), await app.failing(bob, 'Two')]
  await choose(ann, ['mine', 'started'], { from: '22:00', to: '2:00' })
  await choose(bob, ['mine', 'started'])
  await runAll(ann, [one.id, ofBob.id])
  const orm = await app.mailLater()
  const waiting = await orm.select({ channelId: alertDeliveries.channelId }).from(alertDeliveries)
  expect(waiting).toHaveLength(2)
  await app.untilSent(1)

  await app.external.restart({ ALLOWED_EMAILS: BOB })
  app.external.advanceTime(3 * HOUR_MS)
  const browser = await app.external.signedIn(BOB)
  await browser.call(api.tasks.update, { params: { id: ofBob.id }, body: { source_sheet_name: '' } })
  await app.external.run(browser, ofBob.id)
  const later = await app.mailLater()
  await app.untilSent(2)
  expect(app.sent().map(({ to }) => to)).toEqual([BOB, BOB])
  expect(await later.$count(alertChannels)).toBe(1)
})

test('a person sees and changes only their own alerts, which are no channel of the installation', async () => {
  await using app = await startWithMail({ ALERT_DOMAINS: 'example.com' })
  const [ann, bob] = [await app.external.signedIn(ANN), await app.external.signedIn(BOB)]
  await choose(ann, ['mine'])
  expect((await bob.call(api.myAlerts.get)).tasks).toEqual([])
  expect((await bob.call(api.alertChannels.list)).channels).toEqual([])
  const [channel] = await app.external.app.context.database.orm.select().from(alertChannels)
  const params = { id: channel?.id ?? 0 }
  const calls = [
    bob.send(api.alertChannels.test, { params }),
    bob.send(api.alertChannels.deliveries, { params }),
    bob.send(api.alertChannels.update, { params, body: { is_on: false } }),
    bob.send(api.alertChannels.remove, { params }),
  ]
  expect((await Promise.all(calls)).map(({ status }) => status)).toEqual([404, 404, 404, 404])
  expect(await ann.call(api.myAlerts.test)).toEqual({ is_delivered: true, answer: '250 queued as 42' })
  expect(await bob.call(api.myAlerts.test)).toMatchObject({ is_delivered: true })
  expect(app.smtp.received.map(({ recipients }) => recipients)).toEqual([[ANN], [BOB]])
  await choose(ann, [])
  const failing = await app.failing(ann, 'One')
  await app.external.run(ann, failing.id)
  const orm = await app.mailLater()
  expect(await orm.$count(alerts)).toBe(1)
  expect(await orm.$count(alertDeliveries)).toBe(0)
})

test('nobody gets mail at a domain that the settings exclude, or without a mail server', async () => {
  await using app = await startWithMail({ ALERT_DOMAINS: 'other.example' })
  const ann = await app.external.signedIn(ANN)
  expect((await ann.call(api.myAlerts.get)).obstacle).toContain('ALERT_DOMAINS')
  await expect(choose(ann, ['mine'])).rejects.toMatchObject({ status: 400 })
  expect(await ann.call(api.myAlerts.test)).toMatchObject({ is_delivered: false })
  expect(app.sent()).toEqual([])
})
