import { eq, isNotNull } from 'drizzle-orm'
import { z } from 'zod'
import { api } from '#contract/api.ts'
import { MINUTE_MS } from '#domain/time.ts'
import { makeAlerts } from '#server/alerts/make-alerts.ts'
import { watch } from '#server/alerts/start-alerts.ts'
import { endedAccess } from '#server/google/user-account-cache.ts'
import type { Orm } from '#server/storage/database.ts'
import { alertDeliveries, runs } from '#server/storage/schema.ts'
import type { ApiClient } from './api-client.ts'
import { buildTaskTypeFields } from './build-task-fields.ts'
import { eventually } from './eventually.ts'
import { type ExternalApp, startExternalApp } from './external-app.ts'
import { startHttpReceiver } from './http-receiver.ts'
import { type ReceivedEmail, startSmtpReceiver } from './smtp-receiver.ts'

const TASK_COUNT = 100
const LONG_MS = 150_000
const START = '2026-03-02T01:30:00-05:00'
const ROBOT = 'sync@example.com'
const AMPLE_PROJECT_QUOTA = { PROJECT_READS_PER_MINUTE: '100000', PROJECT_WRITES_PER_MINUTE: '100000' }
const STEP_MINUTES = 5
const LEDGER_TASKS = 55
const REGIONAL_TASKS = 42

/** A received message. */
export interface NightMessage {
  /** The time of the night, HH:MM. */
  readonly at: string
  readonly to: 'Email' | 'Slack' | 'Webhook'
  readonly title: string
  /** The email; undefined for any other message. */
  readonly email: ReceivedEmail | undefined
}

type Night = Awaited<ReturnType<typeof startNight>>

/**
 * Simulates a night of 100 tasks by moving the clock. At 02:30 someone revokes the access of 42 tasks. A spreadsheet is gone,
 * another is no longer shared, and another is empty. From 04:00 to 05:00 the receiver of webhooks is down. At 06:30 people fix
 * everything except the missing spreadsheet.
 */
export async function simulateNight(): Promise<NightMessage[]> {
  await using night = await startNight()
  const { external, ada, robot, sources, webhook } = night
  await passTo(night, '02:30')
  await external.signInProvider.revoke(ROBOT)
  await passTo(night, '03:00')
  await untilAccessIsChecked(ada)
  await passTo(night, '04:00')
  webhook.answer = { status: 503, text: 'down' }
  await runSchedule(night)
  await passTo(night, '05:00')
  webhook.answer = { status: 200, text: 'ok' }
  await passTo(night, '06:30')
  await external.signInProvider.connect({ browser: robot, email: ROBOT })
  external.emulator.faults.clear()
  await external.write(sources.empty, ['Code', 'filled'])
  await ada.call(api.tasks.executeAll, {})
  await untilRunsHaveEnded(night, 2 * TASK_COUNT)
  await passTo(night, '07:30')
  return night.messages
}

async function startNight() {
  await using stack = new AsyncDisposableStack()
  const smtp = stack.use(await startSmtpReceiver())
  const slack = stack.use(await startHttpReceiver())
  const webhook = stack.use(await startHttpReceiver())
  // Allow private webhook addresses: the receivers listen on this machine, while other machines can reach the app.
  const alerts = { SMTP_URL: smtp.url, SMTP_FROM: 'Nano Sync <nano@example.com>', WEBHOOK_PRIVATE: 'on' }
  const options = { startAt: START, deliveryPollMs: 20, accessCheckPollMs: 100 }
  const external = stack.use(await startExternalApp({ ...alerts, ...AMPLE_PROJECT_QUOTA, WORKERS: '16' }, options))
  const ada = await external.signedIn('ada@example.com')
  const robot = await external.signedIn(ROBOT, { lending: 'everyone' })
  const sources = { empty: await external.spreadsheet(), unshared: await external.spreadsheet() }
  await external.write(sources.empty, ['', ''])
  external.emulator.faults.add({ spreadsheetId: sources.unshared, effect: { answer: 'permission_denied' } })
  await addTasks(external, { ada, sources })
  await ada.call(api.schedules.setRunAll, { body: { scheduled_times: ['04:00'] } })
  const everything = { digest: 'problems' } as const
  await ada.call(api.alertChannels.create, {
    body: { ...everything, name: 'Operations', kind: 'email', recipients: ['ops@example.com'] },
  })
  await ada.call(api.alertChannels.create, {
    body: {
      ...everything,
      name: 'Team',
      kind: 'slack',
      url: `${slack.url}services/1`,
      kinds: ['failed', 'held', 'access'],
    },
  })
  await ada.call(api.alertChannels.create, {
    body: { ...everything, name: 'On call', kind: 'webhook', url: `${webhook.url}hook` },
  })
  const receivers = stack.move()
  return {
    external,
    ada,
    robot,
    sources,
    smtp,
    slack,
    webhook,
    messages: [] as NightMessage[],
    [Symbol.asyncDispose]: () => receivers.disposeAsync(),
  }
}

interface Setting {
  ada: ApiClient
  sources: { empty: string; unshared: string }
}

async function addTasks(external: ExternalApp, { ada, sources }: Setting): Promise<void> {
  for (const name of ['Ledger', 'Regional']) {
    const body = buildTaskTypeFields({ name, max_retries: 0, allowed_concurrent_tasks: 16 })
    await ada.call(api.taskTypes.create, { body })
  }
  const numbered = (name: string, count: number) =>
    Array.from({ length: count }, (_, index) => `${name} ${String(index + 1).padStart(2, '0')}`)
  const row = async ([name, type, source, account = '']: readonly string[]) =>
    [name, type, source ?? (await external.spreadsheet()), await external.spreadsheet(), account].join(',')
  const tasks: (string | undefined)[][] = [
    ['Closed books 2019', 'Ledger', 'deleted-long-ago'],
    ['Invoices', 'Ledger', sources.empty],
    ['Payroll', 'Ledger', sources.unshared],
    ...numbered('Ledger', LEDGER_TASKS).map((name) => [name, 'Ledger']),
    ...numbered('Region', REGIONAL_TASKS).map((name) => [name, 'Regional', undefined, ROBOT]),
  ]
  const rows = [HEADER]
  for (const task of tasks) rows.push(await row(task as string[]))
  await ada.upload(api.tasks.importCsv, { name: 'tasks.csv', content: rows.join('\n') })
}

const HEADER = 'name,task_type,source_ss_id,target_ss_id,relevant_user_accounts'

/** Lets the time pass in steps, and collects the arrived messages after each step. */
async function passTo(night: Night, time: string): Promise<void> {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  const target = hour * 60 + minute
  for (;;) {
    const left = target - readMinute(night)
    if (left <= 0) return
    night.external.advanceTime(Math.min(STEP_MINUTES, left) * MINUTE_MS)
    await step(night)
  }
}

/** Creates the due alerts, and waits until each was delivered or tried. */
async function step(night: Night): Promise<void> {
  const { database, now, snoozeLinks } = night.external.app.context
  const at = now()
  await watch(database.orm, { explain: (access) => endedAccess(access, at), now: at })
  await makeAlerts(database.orm, { now: at, snoozePath: snoozeLinks.buildPath })
  await eventually({
    what: 'the deliveries',
    read: () => nextDeliveries(database.orm),
    until: (next) => next.every(({ dueAt, leaseUntil }) => dueAt > at && leaseUntil === null),
  })
  collect(night)
}

/** Finds the next delivery of each channel. Later deliveries of the channel wait for it. */
function nextDeliveries(orm: Orm) {
  const { channelId, id, state } = alertDeliveries
  return orm.selectDistinctOn([channelId]).from(alertDeliveries).where(eq(state, 'waiting')).orderBy(channelId, id)
}

function collect(night: Night): void {
  const at = formatTime(night)
  for (const email of night.smtp.received.splice(0)) {
    night.messages.push({ at, to: 'Email', title: email.subject ?? '', email })
  }
  for (const { body } of night.slack.received.splice(0)) {
    night.messages.push({ at, to: 'Slack', title: SlackBody.parse(JSON.parse(body)).text, email: undefined })
  }
  const isUp = night.webhook.answer !== 'nothing' && night.webhook.answer.status === 200
  for (const { body } of night.webhook.received.splice(0)) {
    if (!isUp) continue
    night.messages.push({ at, to: 'Webhook', title: WebhookBody.parse(JSON.parse(body)).title, email: undefined })
  }
}

const SlackBody = z.object({ text: z.string() })
const WebhookBody = z.object({ title: z.string() })

async function untilAccessIsChecked(ada: ApiClient): Promise<void> {
  await eventually({
    what: 'the check of the access',
    read: () => ada.call(api.accessCheck.get),
    until: ({ is_checking, last_check_at }) => !is_checking && last_check_at !== null,
    timeoutMs: LONG_MS,
  })
}

/** Runs all tasks that are scheduled for now, and waits until they end. */
async function runSchedule(night: Night): Promise<void> {
  // Change a task, so the schedule reads the clock.
  const { syncTasks } = await night.ada.call(api.tasks.list, { query: { limit: 1 } })
  await night.ada.call(api.tasks.update, { params: { id: syncTasks[0]?.id ?? 0 }, body: { notes: 'Checked' } })
  await untilRunsHaveEnded(night, TASK_COUNT)
}

async function untilRunsHaveEnded({ external }: Night, count: number): Promise<void> {
  const { orm } = external.app.context.database
  await eventually({
    what: `the end of ${count} runs`,
    read: () => orm.$count(runs, isNotNull(runs.endedAt)),
    until: (ended) => ended >= count,
    timeoutMs: LONG_MS,
  })
}

/** Formats the time of the step, without the duration of the runs between two steps. */
function formatTime(night: Night): string {
  const minutes = readMinute(night)
  const [hour, minute] = [Math.floor(minutes / 60), Math.floor((minutes % 60) / STEP_MINUTES) * STEP_MINUTES]
  return [hour, minute].map((part) => String(part).padStart(2, '0')).join(':')
}

function readMinute({ external: { app } }: Night): number {
  const time = app.context.formatTime(app.context.now()).slice(DATE_LENGTH)
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  return hour * 60 + minute
}

const DATE_LENGTH = '2026-03-02 '.length
