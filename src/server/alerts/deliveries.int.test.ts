import { asc, sql } from 'drizzle-orm'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { FilteredKind } from '#contract/alert-channel.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/time.ts'
import { createTokenCipher } from '#server/auth/token-cipher.ts'
import { alertChannels, alertDeliveries, alerts } from '#server/storage/schema.ts'
import { buildAlert } from '#tests/support/build-alert.ts'
import { eventually } from '#tests/support/eventually.ts'
import { openFreshDatabase } from '#tests/support/fresh-database.ts'
import { startHttpReceiver } from '#tests/support/http-receiver.ts'
import { adminUrl } from '#tests/support/postgres-server.ts'
import { createChannelSecrets } from './channel-secrets.ts'
import { claimDeliveries, listDeliveries, recordTry, removeOldDeliveries } from './deliveries.ts'
import { startDeliveryWorker } from './delivery-worker.ts'
import { queueDeliveries } from './queue-deliveries.ts'

const timezone = 'America/New_York'
const [FIRST, SECOND] = ['1'.repeat(32), '2'.repeat(32)] as const
const secrets = createChannelSecrets(createTokenCipher([FIRST]))
const failure = { outcome: 'failed', answer: '503 down' } as const

let database: Awaited<ReturnType<typeof openFreshDatabase>>
let receiver: Awaited<ReturnType<typeof startHttpReceiver>>
let parts: AsyncDisposableStack
/** Time on the nodes' clock. */
let at: Date
beforeEach(async () => {
  parts = new AsyncDisposableStack()
  database = parts.use(await openFreshDatabase())
  receiver = parts.use(await startHttpReceiver())
  at = new Date('2026-01-15T17:00:00Z')
})
afterEach(() => parts.disposeAsync())

async function addChannel(fields: Partial<typeof alertChannels.$inferInsert> = {}): Promise<number> {
  const [added] = await database.orm
    .insert(alertChannels)
    .values({
      kind: 'slack',
      name: `Channel ${await database.orm.$count(alertChannels)}`,
      isOn: true,
      kinds: [...FilteredKind.options],
      digest: 'always',
      recipients: [],
      createdBy: 'ada@example.com',
      createdAt: at,
      ...fields,
    })
    .returning({ id: alertChannels.id })
  const channelId = added?.id ?? 0
  const sealedUrl = secrets.seal({ channelId, field: 'sealedUrl', value: `${receiver.url}${channelId}` })
  await database.orm.update(alertChannels).set({ sealedUrl })
  return channelId
}

async function raise(title: string): Promise<void> {
  const alert = buildAlert({ title })
  await database.orm.transaction(async (tx) => {
    await tx.insert(alerts).values({ id: alert.id, kind: alert.kind, content: alert, createdAt: at })
    await queueDeliveries(tx, alert, at)
  })
}

function startNode() {
  const settings = {
    smtp: undefined,
    allowsPrivate: false,
    allowsLoopback: true,
    mailDomains: [],
    proxyEnvironment: {},
  }
  const publicUrl = () => 'https://nano.example'
  const logger = pino({ level: 'silent' })
  parts.use(
    startDeliveryWorker({
      orm: database.orm,
      timezone,
      logger,
      pollMs: 10,
      settings,
      secrets,
      publicUrl,
      now: () => at,
    }),
  )
}

const claim = () => claimDeliveries(database.orm, { timezone, now: at })
const rows = () => database.orm.select().from(alertDeliveries).orderBy(asc(alertDeliveries.id))
const later = (ms: number) => {
  at = new Date(at.getTime() + ms)
}

test('several nodes send each alert once, and in order', async () => {
  const channelId = await addChannel()
  const titles = Array.from({ length: 20 }, (_, index) => `alert ${index}`)
  for (const title of titles) await raise(title)
  for (let node = 0; node < 3; node++) startNode()
  await eventually({
    what: 'all deliveries',
    read: rows,
    until: (all) => all.every(({ state }) => state === 'delivered'),
  })
  expect(receiver.received.map(({ body }) => JSON.parse(body).blocks[0].text.text)).toEqual(titles)
  expect(receiver.received.every(({ path }) => path === `/${channelId}`)).toBe(true)
})

test('a delivery whose node went away is tried again, and what that node reports later does not count', async () => {
  await addChannel()
  await raise('first')
  const [lost] = await claim()
  expect(await claim()).toEqual([])
  later(HOUR_MS)
  const [again] = await claim()
  expect(again?.delivery).toMatchObject({ id: lost?.delivery.id, tries: 2 })
  if (!lost || !again) throw new Error('Nothing was claimed')
  await recordTry(database.orm, { claimed: lost, result: { outcome: 'refused', answer: 'late' }, now: at })
  expect(await rows()).toMatchObject([{ state: 'waiting', answer: null }])
  await recordTry(database.orm, { claimed: again, result: { outcome: 'delivered', answer: '200' }, now: at })
  expect(await rows()).toMatchObject([{ state: 'delivered', answer: '200', leaseUntil: null }])
})

test('alerts wait in quiet hours, and come when they are over', async () => {
  await addChannel({ quietHours: { from: '11:00', to: '13:00' } })
  await addChannel({ name: 'Awake' })
  await raise('at noon')
  expect((await claim()).map(({ channel }) => channel.name)).toEqual(['Awake'])
  later(HOUR_MS)
  expect((await claim()).map(({ channel }) => channel.name)).toContain('Channel 0')
})

test('a receiver that is down for a day is given up, and the next alert is tried', async () => {
  const channelId = await addChannel()
  await raise('first')
  await raise('second')
  let tries = 0
  for (; tries < 100; tries++) {
    const [claimed] = await claim()
    if (claimed?.alert.title === 'second') break
    if (claimed) await recordTry(database.orm, { claimed, result: failure, now: at })
    later(HOUR_MS)
  }
  expect(tries).toBeGreaterThan(20)
  expect(await rows()).toMatchObject([{ state: 'given_up', answer: '503 down' }, { state: 'waiting' }])
  expect(await database.orm.select().from(alertChannels)).toMatchObject([{ id: channelId, problem: '503 down' }])
})

test('a channel that is down holds no other channel up', async () => {
  const down = await addChannel()
  await addChannel({ name: 'Up' })
  await raise('first')
  for (const claimed of await claim()) {
    const result = claimed.channel.id === down ? failure : ({ outcome: 'delivered', answer: '200' } as const)
    await recordTry(database.orm, { claimed, result, now: at })
  }
  await raise('second')
  expect((await claim()).map(({ channel, alert }) => [channel.name, alert.title])).toEqual([['Up', 'second']])
})

test('deliveries are kept for 30 days', async () => {
  const channelId = await addChannel()
  await raise('old')
  later(29 * DAY_MS)
  await raise('new')
  await removeOldDeliveries(database.orm, at)
  expect(await rows()).toHaveLength(2)
  later(DAY_MS + MINUTE_MS)
  await removeOldDeliveries(database.orm, at)
  expect((await listDeliveries(database.orm, channelId)).map(({ alert }) => alert.title)).toEqual(['new'])
})

test('a new secret encrypts the addresses again, and one that is gone makes them unreadable', async () => {
  await addChannel()
  const both = createChannelSecrets(createTokenCipher([SECOND, FIRST]))
  expect([await both.reencrypt(database.orm), await both.reencrypt(database.orm)]).toEqual([1, 0])
  const [channel] = await database.orm.select().from(alertChannels)
  if (!channel) throw new Error('There is no channel')
  const openWith = (secret: string) => createChannelSecrets(createTokenCipher([secret])).open(channel, 'sealedUrl')
  expect(openWith(SECOND)).toContain(receiver.url)
  expect(openWith(FIRST)).toBeUndefined()
})

test.skipIf(adminUrl() === undefined)('a channel can be deleted while a try is recorded', async () => {
  await addChannel()
  await raise('one')
  const { orm } = database
  const [claimed] = await claimDeliveries(orm, { timezone, now: at })
  if (!claimed) expect.unreachable()
  let recording: Promise<void> | undefined
  await orm.transaction(async (tx) => {
    await tx.select().from(alertChannels).for('update')
    recording = recordTry(orm, { claimed, result: { outcome: 'delivered', answer: '200' }, now: at })
    recording.catch(() => undefined)
    const waiting = sql`datname = current_database() and wait_event_type = 'Lock'`
    await eventually({
      what: 'the try to wait for the channel',
      read: () => orm.$count(sql`pg_stat_activity`, waiting),
      until: (count) => count === 1,
    })
    await tx.delete(alertChannels)
  })
  await recording
  expect(await orm.select().from(alertDeliveries)).toEqual([])
})
