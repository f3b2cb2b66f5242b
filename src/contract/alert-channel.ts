import { z } from 'zod'
import { addressProblem, isAddress, splitAddresses } from './address-list.ts'
import { AlertKind } from './alert-kind.ts'
import { cleanText, Id, IdParams, IdText, idList, TimeOfDay, Timestamp, text } from './field.ts'
import { route } from './route.ts'
import { buildChangeShape } from './shape.ts'

export const MAX_CHANNELS = 50
const MAX_RECIPIENTS = 50
/** Limits for the stored deliveries of a channel. */
export const DELIVERY_DAYS = 30
export const MAX_DELIVERIES_PER_CHANNEL = 1000
/** Number of deliveries in the log of a channel. */
export const LISTED_DELIVERIES = 100
const MAX_NAME_LENGTH = 100
const MAX_ADDRESS_LENGTH = 254
const MAX_URL_LENGTH = 2000
const MAX_TYPES = 1000

/** How a channel reaches people: by email, in a chat, or through a program that takes signed JSON. */
export const ChannelKind = z.enum(['email', 'slack', 'teams', 'google_chat', 'webhook'], {
  error: 'Kind must be email, slack, teams, google_chat or webhook',
})
export type ChannelKind = z.infer<typeof ChannelKind>

/** The kinds a channel's filter can name. The digest has a setting of its own; a new token is reported to its owner only. */
export const FilteredKind = AlertKind.exclude(['digest', 'token_created'])
export type FilteredKind = z.infer<typeof FilteredKind>

/** When the digest of a scheduled Run All is sent. */
export const DigestChoice = z.enum(['never', 'problems', 'always'], {
  error: 'Digest must be never, problems or always',
})
export type DigestChoice = z.infer<typeof DigestChoice>

/** Times of day in the schedule's time zone. Quiet hours span midnight if they end before they begin. */
export const QuietHours = z
  .object({ from: TimeOfDay, to: TimeOfDay })
  .refine(({ from, to }) => from !== to, 'Quiet hours must end at another time than they begin')

const Recipient = z
  .string()
  .max(MAX_ADDRESS_LENGTH, `An address must be at most ${MAX_ADDRESS_LENGTH} characters long`)
  .refine(isAddress, { error: ({ input }) => addressProblem(String(input)) })

/** Addresses of recipients. An entry may list several. */
const Recipients = z
  .array(z.string({ error: 'recipients must be a list of addresses' }), {
    error: 'recipients must be a list of addresses',
  })
  .transform((sent) => sent.flatMap((entry) => splitAddresses(entry)))
  .pipe(z.array(Recipient).max(MAX_RECIPIENTS, `Enter at most ${MAX_RECIPIENTS} addresses`))

const channelShape = {
  name: text({ label: 'Name', max: MAX_NAME_LENGTH }).min(1, 'Enter a name'),
  is_on: z.boolean({ error: 'is_on must be true or false' }).default(true),
  /** Kinds of alerts to send. */
  kinds: z
    .array(FilteredKind)
    .max(FilteredKind.options.length)
    .default([...FilteredKind.options]),
  /** Task types of the alerts; null for all, including future types. */
  type_ids: idList({ noun: 'task type', min: 0, max: MAX_TYPES }).nullable().default(null),
  digest: DigestChoice.default('problems'),
  /** Alerts wait until the quiet hours are over. */
  quiet_hours: QuietHours.nullable().default(null),
  /** Recipients of email. */
  recipients: Recipients.default([]),
}

/** Address of a chat or a program. It contains a secret, so no reply contains it. */
const url = z
  .string({ error: 'The address must be text' })
  .overwrite(cleanText)
  .max(MAX_URL_LENGTH, `The address must be at most ${MAX_URL_LENGTH} characters long`)

const NewChannel = z.object({ ...channelShape, kind: ChannelKind, url: url.optional() })
export type NewChannel = z.infer<typeof NewChannel>

const ChannelChange = buildChangeShape({ ...channelShape, url })
export type ChannelChange = z.infer<typeof ChannelChange>

export const AlertChannel = z.object({
  id: Id,
  kind: ChannelKind,
  name: z.string(),
  is_on: z.boolean(),
  kinds: z.array(FilteredKind),
  type_ids: z.array(Id).nullable(),
  digest: DigestChoice,
  quiet_hours: z.object({ from: z.string(), to: z.string() }).nullable(),
  recipients: z.array(z.string()),
  /** The host and the last characters of the address; null for email, and if the address can no longer be read. */
  url_hint: z.string().nullable(),
  /** Why the last alert was not delivered; null if it was. */
  problem: z.string().nullable(),
  /** Number of alerts waiting for delivery. */
  waiting_count: z.int(),
  created_by: z.string(),
  created_at: Timestamp,
})
export type AlertChannel = z.infer<typeof AlertChannel>

/** `waiting`: not delivered yet. `refused`: rejected by the receiver. `given_up`: failing for a day. */
export const DeliveryState = z.enum(['waiting', 'delivered', 'refused', 'given_up', 'canceled'])
export type DeliveryState = z.infer<typeof DeliveryState>

export const AlertDelivery = z.object({
  id: Id,
  kind: AlertKind,
  title: z.string(),
  state: DeliveryState,
  tries: z.int(),
  /** The receiver's answer to the last try, or the reason for no answer; null before the first try. */
  answer: z.string().nullable(),
  created_at: Timestamp,
  tried_at: Timestamp.nullable(),
  /** Time of the next try; null if there is none. */
  due_at: Timestamp.nullable(),
})
export type AlertDelivery = z.infer<typeof AlertDelivery>

/** Whether a test alert was delivered, and how its receiver answered. */
export const TestResult = z.object({ is_delivered: z.boolean(), answer: z.string() })
export type TestResult = z.infer<typeof TestResult>
const DeliveryParams = z.object({ id: IdText, delivery: IdText })
/** Secret for verifying alerts, shown once. Null for a channel without signatures. */
const signing_secret = z.string().nullable()
const PATH = '/api/alert_channels'

/** Calls for alert channels. */
export const alertChannels = {
  list: route({
    method: 'GET',
    path: PATH,
    access: 'member',
    summary: 'List the channels that alerts are sent to',
    reply: z.object({
      channels: z.array(AlertChannel),
      /** Sender of email; null if the settings name no SMTP server. */
      email_from: z.string().nullable(),
      /** The time zone of quiet hours. */
      timezone: z.string(),
    }),
    errors: [],
  }),
  create: route({
    method: 'POST',
    path: PATH,
    access: 'member',
    summary: 'Add a channel; for a signed webhook, this reply is the only one with the signing secret',
    status: 201,
    body: NewChannel,
    reply: AlertChannel.extend({ signing_secret }),
    reads: z.object({ signing_secret }),
    errors: ['conflict'],
    activity: 'channel_created',
  }),
  update: route({
    method: 'PUT',
    path: `${PATH}/:id`,
    access: 'member',
    summary: 'Change a channel; a field that is left out keeps its value',
    params: IdParams,
    body: ChannelChange,
    reply: AlertChannel,
    reads: z.unknown(),
    errors: ['not_found', 'conflict'],
    activity: 'channel_changed',
  }),
  remove: route({
    method: 'DELETE',
    path: `${PATH}/:id`,
    access: 'member',
    summary: 'Delete a channel, its deliveries, and what waits to be delivered',
    status: 204,
    params: IdParams,
    reply: z.undefined(),
    errors: ['not_found'],
    activity: 'channel_deleted',
  }),
  replaceSecret: route({
    method: 'POST',
    path: `${PATH}/:id/signing_secret`,
    access: 'member',
    summary: 'Replace the signing secret of a webhook; this reply is the only one that contains it',
    params: IdParams,
    reply: z.object({ signing_secret: z.string() }),
    errors: ['not_found'],
    activity: 'channel_secret_replaced',
  }),
  test: route({
    method: 'POST',
    path: `${PATH}/:id/test`,
    access: 'member',
    summary: "Send a test alert at once, and show the receiver's answer",
    params: IdParams,
    reply: TestResult,
    errors: ['not_found'],
    rateLimit: 'tests',
    activity: 'none',
  }),
  deliveries: route({
    method: 'GET',
    path: `${PATH}/:id/deliveries`,
    access: 'member',
    summary: `List the last ${LISTED_DELIVERIES} deliveries of a channel, newest first`,
    params: IdParams,
    reply: z.array(AlertDelivery),
    errors: ['not_found'],
  }),
  resend: route({
    method: 'POST',
    path: `${PATH}/:id/deliveries/:delivery/resend`,
    access: 'member',
    summary: 'Deliver an alert again, with the same ID',
    status: 204,
    params: DeliveryParams,
    reply: z.undefined(),
    errors: ['not_found'],
    activity: 'alert_resent',
  }),
}
