import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { MAX_CHANNELS, type NewChannel } from '#contract/alert-channel.ts'
import { api } from '#contract/api.ts'
import type { CallInput } from '#contract/route.ts'
import { MINUTE_MS } from '#domain/time.ts'
import { makeAlerts } from '#server/alerts/make-alerts.ts'
import { queueDeliveries } from '#server/alerts/queue-deliveries.ts'
import { alertChannels, alerts } from '#server/storage/schema.ts'
import { buildAlert, buildDigest } from '#tests/support/build-alert.ts'
import { buildTaskTypeFields } from '#tests/support/build-task-fields.ts'
import { eventually } from '#tests/support/eventually.ts'
import { startExternalApp } from '#tests/support/external-app.ts'
import { startHttpReceiver } from '#tests/support/http-receiver.ts'
import { runToEnd } from '#tests/support/run-to-end.ts'
import { SMTP_PASSWORD, startSmtpReceiver } from '#tests/support/smtp-receiver.ts'
import { createSpreadsheet } from '#tests/support/spreadsheets.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

type Sent = CallInput<typeof api.alertChannels.create>['body']

/** Offset of the app's clock. */
let shiftMs = 0
let app: TestApp
let http: Awaited<ReturnType<typeof startHttpReceiver>>
let smtp: Awaited<ReturnType<typeof startSmtpReceiver>>
const parts = new AsyncDisposableStack()

beforeAll(async () => {
  http = parts.use(await startHttpReceiver())
  smtp = parts.use(await startSmtpReceiver())
  const env = { SMTP_URL: smtp.url, SMTP_FROM: 'Nano Sync <nano@example.com>' }
  const now = () => new Date(Date.now() + shiftMs)
  // The tests make the alerts themselves.
  app = parts.use(await startTestApp({ env, now, deliveryPollMs: 20 }))
})
afterAll(() => parts.disposeAsync())
beforeEach(async () => {
  await app.context.database.orm.delete(alertChannels)
  http.received.length = 0
  http.answer = { status: 200, text: 'ok' }
  smtp.received.length = 0
  smtp.refusal = undefined
})

const create = (body: Partial<Sent> = {}) =>
  app.member.call(api.alertChannels.create, {
    body: {
      name: 'Operations',
      kind: 'webhook',
      ...(body.kind !== 'email' && { url: `${http.url}in/1234567890abcd` }),
      ...body,
    },
  })
const createEmail = () => create({ name: 'Mail', kind: 'email', recipients: ['ops@example.com', 'ada@example.com'] })
const toParams = ({ id }: { id: number }) => ({ params: { id } })
const list = async () => (await app.member.call(api.alertChannels.list, {})).channels
const listDeliveries = (channel: { id: number }) => app.member.call(api.alertChannels.deliveries, toParams(channel))

test('email goes only to the domains that the settings allow, also from a channel that was saved before', async () => {
  const env = { SMTP_URL: smtp.url, SMTP_FROM: 'nano@example.com', ALERT_DOMAINS: 'Example.com, @corp.example' }
  await using limited = await startTestApp({ env })
  const mail = (...recipients: string[]) => ({ body: { name: 'Mail', kind: 'email' as const, recipients } })
  for (const outside of ['eve@evil.example', 'eve@sub.example.com', 'eve@example.com.evil.example']) {
    const response = await limited.member.send(api.alertChannels.create, mail('ada@example.com', outside))
    expect([response.status, await response.json()]).toMatchObject([
      400,
      { fields: { recipients: expect.any(String) } },
    ])
  }
  const channel = await limited.member.call(api.alertChannels.create, mail('ada@EXAMPLE.com', 'ops@corp.example'))
  const { orm } = limited.context.database
  const saveRecipients = (recipients: string[]) => orm.update(alertChannels).set({ recipients })
  await saveRecipients(['eve@evil.example', 'ada@example.com'])
  expect(await limited.member.call(api.alertChannels.test, toParams(channel))).toMatchObject({ is_delivered: true })
  expect(smtp.received.map(({ recipients }) => recipients)).toEqual([['ada@example.com']])
  await saveRecipients(['eve@evil.example'])
  expect(await limited.member.call(api.alertChannels.test, toParams(channel))).toMatchObject({ is_delivered: false })
  expect(smtp.received).toHaveLength(1)
})

/** Verifies a request's signature like a receiver. */
function expectSigned(request: (typeof http.received)[number] | undefined, secret: string) {
  const headers = Object.fromEntries(
    Object.entries(request?.headers ?? {}).map(([name, value]) => [name, String(value)]),
  )
  expect(new Webhook(secret).verify(request?.body ?? '', headers)).toHaveProperty('id')
}

async function raise(alert = buildAlert()) {
  await app.context.database.orm.transaction(async (tx) => {
    const createdAt = app.context.now()
    await tx.insert(alerts).values({ id: alert.id, kind: alert.kind, content: alert, createdAt })
    await queueDeliveries(tx, alert, createdAt)
  })
  return alert
}

function untilState(channel: { id: number }, state: string) {
  return eventually({
    what: `the last delivery to be ${state}`,
    read: () => listDeliveries(channel),
    until: ([last]) => last?.state === state && last.tries > 0,
  })
}

test('the address and the signing secret of a channel are never shown again, and stored encrypted', async () => {
  const created = await create()
  expect(created.signing_secret).toMatch(/^whsec_/)
  expect(created.url_hint).toBe(`${new URL(http.url).host}/…abcd`)
  const reply = await app.member.send(api.alertChannels.list, {})
  const rows = JSON.stringify(await app.context.database.orm.select().from(alertChannels))
  const entries = JSON.stringify(await app.member.call(api.activity.list, { query: {} }))
  for (const text of [await reply.text(), rows, entries]) {
    expect(text).toContain('Operations')
    expect(text).not.toContain('1234567890')
    expect(text).not.toContain(created.signing_secret)
  }
})

test('a webhook gets every alert once, signed with a time, and under its ID', async () => {
  const channel = await create()
  const alert = await raise()
  await untilState(channel, 'delivered')
  const [request] = http.received
  expect(http.received).toHaveLength(1)
  expect(request?.path).toBe('/in/1234567890abcd')
  expect(request?.headers['webhook-id']).toBe(alert.id)
  expectSigned(request, channel.signing_secret ?? '')
  const task = { id: 7, name: 'Invoices 2026', type: 'Ledger', url: `${app.url}/sync_tasks/7` }
  expect(JSON.parse(request?.body ?? '')).toMatchObject({
    id: alert.id,
    kind: 'failed',
    is_test: false,
    title: alert.title,
    tasks: [task],
    snooze_url: `${app.url}/alerts/snooze?link=abc`,
  })
})

test('an alert is sent as email with a text, an HTML and a picture of the wave', async () => {
  const channel = await createEmail()
  await raise(buildDigest(['succeeded', 'succeeded', 'failed', 'held']))
  await untilState(channel, 'delivered')
  const [email] = smtp.received
  expect(email?.recipients).toEqual(['ops@example.com', 'ada@example.com'])
  expect(email?.from).toMatchObject({ name: 'Nano Sync', address: 'nano@example.com' })
  expect(email?.subject).toBe('Run All of 04:00: 2 succeeded, 1 error, 1 held, 12 min')
  expect(email?.text).toContain('Slowest: Invoices 2026 (3 min).')
  expect(email?.text).toContain(`Open in Nano Sync: ${app.url}/`)
  expect(email?.html).toContain('src="cid:wave@nano-sync"')
  const [picture] = email?.attachments ?? []
  expect(picture).toMatchObject({ mimeType: 'image/png', contentId: '<wave@nano-sync>', disposition: 'inline' })
})

test('what a user typed can add no header to an email', async () => {
  const channel = await createEmail()
  await raise(buildAlert({ title: 'Ledger\r\nBcc: eve@example.com\r\n\r\nhello' }))
  await untilState(channel, 'delivered')
  expect(smtp.received[0]?.recipients).not.toContain('eve@example.com')
  expect(smtp.received[0]?.headers.map(({ key }) => key)).not.toContain('bcc')
  expect(smtp.received[0]?.subject).toBe('Ledger Bcc: eve@example.com hello')
})

test('an address that the mail server refuses is shown, and not tried again', async () => {
  smtp.refusal = () => ({ code: 550, message: 'No such user' })
  const channel = await createEmail()
  await raise()
  const [delivery] = await untilState(channel, 'refused')
  expect(delivery).toMatchObject({ tries: 1, due_at: null, answer: expect.stringContaining('No such user') })
  expect(await list()).toMatchObject([{ problem: expect.stringContaining('No such user') }])
})

test('an address that is refused among others is shown, and the others get the alert', async () => {
  smtp.refusal = (address) => (address === 'ada@example.com' ? { code: 550, message: 'Left' } : undefined)
  const channel = await createEmail()
  await raise()
  await untilState(channel, 'delivered')
  expect(smtp.received[0]?.recipients).toEqual(['ops@example.com'])
  expect(await list()).toMatchObject([{ problem: 'The server rejected ada@example.com' }])
})

test.each([404, 410, 400])('a receiver that answers with %d is shown, and not tried again', async (status) => {
  http.answer = { status, text: 'no such hook' }
  const channel = await create()
  await raise()
  const [delivery] = await untilState(channel, 'refused')
  expect(delivery).toMatchObject({ tries: 1, answer: `${status}` })
  expect(await list()).toMatchObject([{ problem: `${status}` }])
})

test('an alert waits behind the one before it, which is tried again', async () => {
  http.answer = { status: 503, text: 'down' }
  const channel = await create()
  const first = await raise(buildAlert({ title: 'first' }))
  await eventually({ what: 'a try', read: async () => http.received.length, until: (count) => count === 1 })
  await raise(buildAlert({ title: 'second' }))
  const failed = await eventually({
    what: 'the end of the try',
    read: () => listDeliveries(channel),
    until: (all) => all.some(({ answer }) => answer === '503'),
  })
  expect(failed.map(({ title, tries, state }) => [title, tries, state])).toEqual([
    ['second', 0, 'waiting'],
    ['first', 1, 'waiting'],
  ])
  expect(await list()).toMatchObject([{ problem: '503', waiting_count: 2 }])
  http.answer = { status: 200 }
  await resend(channel, failed[1])
  await eventually({ what: 'all', read: () => listDeliveries(channel), until: (all) => all.every(isDelivered) })
  const sent = http.received.map(({ body }) => JSON.parse(body).title)
  expect(sent).toEqual(['first', 'first', 'second'])
  expect(http.received[1]?.headers['webhook-id']).toBe(first.id)
  expect(await list()).toMatchObject([{ problem: null, waiting_count: 0 }])
})

const isDelivered = ({ state }: { state: string }) => state === 'delivered'
const resend = (channel: { id: number }, delivery: { id: number } | undefined) =>
  app.member.send(api.alertChannels.resend, { params: { id: channel.id, delivery: delivery?.id ?? 0 } })

test('an alert that was delivered can be sent again, under the same ID, which Activity records', async () => {
  const channel = await create()
  const alert = await raise()
  const [delivery] = await untilState(channel, 'delivered')
  expect((await resend(channel, delivery)).status).toBe(204)
  await eventually({ what: 'it to arrive', read: async () => http.received.length, until: (count) => count === 2 })
  expect(http.received.map(({ headers }) => headers['webhook-id'])).toEqual([alert.id, alert.id])
  const { entries } = await app.member.call(api.activity.list, { query: { kind: 'alert_resent', limit: 1 } })
  expect(entries).toMatchObject([{ subject: channel.name, origin: 'browser' }])
})

test('a test shows how the receiver answered, and not what a receiver on this machine says', async () => {
  const channel = await create()
  http.answer = { status: 400, text: `bad path /in/1234567890abcd for ${channel.signing_secret}` }
  const result = await app.member.call(api.alertChannels.test, toParams(channel))
  expect(result).toEqual({ is_delivered: false, answer: '400' })
  expect(JSON.parse(http.received[0]?.body ?? '')).toMatchObject({ is_test: true })
  const email = await createEmail()
  expect(await app.member.call(api.alertChannels.test, toParams(email))).toEqual({
    is_delivered: true,
    answer: '250 queued as 42',
  })
  expect(smtp.received[0]?.source).not.toContain(SMTP_PASSWORD)
})

test('redirects are not followed', async () => {
  http.answer = { status: 302, text: 'moved', headers: { location: `${http.url}elsewhere` } }
  const result = await app.member.call(api.alertChannels.test, toParams(await create()))
  expect(result).toEqual({ is_delivered: false, answer: '302 (redirects are not followed)' })
  expect(http.received).toHaveLength(1)
})

test('a channel that is off gets nothing, and what waited for it is canceled', async () => {
  http.answer = { status: 503 }
  const channel = await create()
  await raise()
  await eventually({ what: 'a try', read: async () => http.received.length, until: (count) => count === 1 })
  await app.member.call(api.alertChannels.update, { ...toParams(channel), body: { is_on: false } })
  await raise(buildAlert({ title: 'while off' }))
  const deliveries = await listDeliveries(channel)
  expect(deliveries.map(({ state }) => state)).toEqual(['canceled'])
  expect((await resend(channel, deliveries[0])).status).toBe(400)
})

test('a new secret signs from then on', async () => {
  const channel = await create()
  const { signing_secret } = await app.member.call(api.alertChannels.replaceSecret, toParams(channel))
  expect(signing_secret).not.toBe(channel.signing_secret)
  await app.member.call(api.alertChannels.test, toParams(channel))
  const [request] = http.received
  expectSigned(request, signing_secret)
})

const problems: [string, Partial<Sent>, string][] = [
  ['no address', { url: undefined }, 'url'],
  ['an address over http://', { url: 'http://hooks.example.com/x' }, 'url'],
  ['an address in a private network', { url: 'https://10.0.0.1/x' }, 'url'],
  ['a metadata server', { url: 'https://169.254.169.254/latest' }, 'url'],
  ['a password in the address', { url: 'https://me:secret@hooks.example.com/x' }, 'url'],
  ['email to nobody', { kind: 'email' }, 'recipients'],
  ['email to what is no address', { kind: 'email', recipients: ['a@b.example\r\nBcc: c@d.example'] }, 'recipients'],
  ['quiet hours without end', { quiet_hours: { from: '22:00', to: '22:00' } }, 'quiet_hours'],
]

test.each(problems)('a channel with %s is refused', async (_what, fields, field) => {
  const body = { name: 'Operations', kind: 'webhook', url: http.url, ...fields } as NewChannel
  if (fields.kind === 'email') delete body.url
  const response = await app.member.send(api.alertChannels.create, { body })
  expect(response.status).toBe(400)
  expect(JSON.stringify(Object.keys((await response.json()).fields))).toContain(field)
})

test('there is a limit of channels, also if they are added at once', async () => {
  const names = Array.from({ length: MAX_CHANNELS + 20 }, (_, index) => `Channel ${index}`)
  const added = await Promise.allSettled(names.map((name) => create({ name })))
  expect(added.filter(({ status }) => status === 'fulfilled')).toHaveLength(MAX_CHANNELS)
  const response = await app.member.send(api.alertChannels.create, {
    body: { name: 'One more', kind: 'slack', url: http.url },
  })
  expect(await response.json()).toMatchObject({ message: `There are ${MAX_CHANNELS} channels. Delete one first.` })
})

test('a reason and its fix reach every receiver whole, whatever a file is called', async () => {
  const title = 'Sales vs. Plan. Q3'
  const [type, id] = await Promise.all([
    app.member.call(api.taskTypes.create, { body: buildTaskTypeFields({ max_retries: 0 }) }),
    createSpreadsheet(app.sheets, { title }),
  ])
  const places = { source_ss_id: id, source_sheet_name: 'Nowhere', target_ss_id: id, target_sheet_name: 'Copy' }
  const body = { name: 'Sales', sync_task_type_id: type.id, ...places }
  const task = await app.member.call(api.tasks.create, { body })
  await createEmail()
  for (const kind of ['slack', 'teams', 'google_chat', 'webhook'] as const) {
    await create({ name: kind, kind, url: `${http.url}${kind}` })
  }
  await runToEnd(app.member, task.id)
  const { database, snoozeLinks } = app.context
  const now = new Date(app.context.now().getTime() + 2 * MINUTE_MS)
  await makeAlerts(database.orm, { now, snoozePath: snoozeLinks.buildPath })
  shiftMs += 3 * MINUTE_MS
  const reason = `There is no tab named 'Nowhere' in the spreadsheet "${title}".`
  const fix = "Choose one of its tabs in the task: 'Sheet1'."
  const sent = await eventually({
    what: 'all messages',
    read: () => [...http.received.map((request) => request.body), ...smtp.received.map(({ text }) => text ?? '')],
    until: (all) => all.length === 5,
  })
  const bodyAt = (path: string) => http.received.find((request) => request.path === path)?.body ?? ''
  expect(JSON.parse(bodyAt('/webhook'))).toMatchObject({ title: `Sales (${type.name}) failed`, reason, fix, cure: fix })
  expect(JSON.stringify(JSON.parse(bodyAt('/slack')))).toContain(JSON.stringify(`${reason}\n`).slice(1, -1))
  expect(bodyAt('/slack')).toContain(fix)
  expect(bodyAt('/teams')).toContain(JSON.stringify(reason))
  expect(bodyAt('/google_chat')).toContain('Sales vs. Plan. Q3&quot;.')
  expect(smtp.received[0]?.text).toContain(`${reason}\n\n${fix}\n`)
  expect(sent).toHaveLength(5)
})

test('where others can reach the app, no alert is sent to what listens on its machine', async () => {
  await using external = await startExternalApp()
  const browser = await external.signedIn('ann@example.com')
  const at = (url: string) =>
    browser.call(api.alertChannels.create, { body: { name: url, kind: 'webhook', url } }).then(
      () => 'allowed',
      (error: unknown) => (error instanceof Error ? error.message : ''),
    )
  for (const host of ['127.0.0.1', '[::1]', 'localhost', 'turbo.localhost']) {
    expect(await at(`http://${host}:${new URL(http.url).port}/in`)).toContain('this server itself')
  }
  expect(http.received).toEqual([])
  await external.restart({ WEBHOOK_PRIVATE: 'on' })
  const again = await external.signedIn('ann@example.com')
  await again.call(api.alertChannels.create, { body: { name: 'Local', kind: 'webhook', url: http.url } })
})
