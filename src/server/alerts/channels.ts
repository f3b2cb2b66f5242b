import { and, asc, count, eq, isNull, sql } from 'drizzle-orm'
import { type ChannelChange, type ChannelKind, MAX_CHANNELS, type NewChannel } from '#contract/alert-channel.ts'
import { Refusal } from '#contract/errors.ts'
import { isMailAllowed } from '#domain/alerts/mail-domains.ts'
import { fieldChanges } from '#server/activity/field-changes.ts'
import { recordActivity } from '#server/activity/record-activity.ts'
import { lockChannels } from '#server/storage/advisory-locks.ts'
import { replaceConstraintErrors } from '#server/storage/constraint-errors.ts'
import type { Orm } from '#server/storage/database.ts'
import { alertChannels, alertDeliveries } from '#server/storage/schema.ts'
import { buildHint, type ChannelSecrets, newSigningSecret } from './channel-secrets.ts'
import { type AddressRules, problemWithUrl } from './receiver-address.ts'

export type ChannelRow = typeof alertChannels.$inferSelect
/** A channel, with a hint of its address. */
export type ListedChannel = ChannelRow & { urlHint: string | null; waitingCount: number }
type Settings = Pick<ChannelRow, 'name' | 'isOn' | 'kinds' | 'typeIds' | 'digest' | 'quietHours' | 'recipients'>

export interface ChannelParts {
  orm: Orm
  secrets: ChannelSecrets
  rules: AddressRules
  /** Whether the settings name an SMTP server. */
  hasEmail: boolean
  /** Domains email may go to. An empty list allows all domains. */
  mailDomains: readonly string[]
  now: () => Date
}

/** Excludes people's own, private channels. */
export const isOfInstallation = isNull(alertChannels.userId)

/** Lists all channels by name, or only the channel with the ID. */
export async function listChannels({ orm, secrets }: ChannelParts, id?: number): Promise<ListedChannel[]> {
  const waiting = sql<number>`(${orm
    .select({ count: count() })
    .from(alertDeliveries)
    .where(sql`${alertDeliveries.channelId} = ${alertChannels.id} and ${alertDeliveries.state} = 'waiting'`)})`
  const rows = await orm
    .select({ channel: alertChannels, waitingCount: waiting.mapWith(Number) })
    .from(alertChannels)
    .where(and(isOfInstallation, id === undefined ? undefined : eq(alertChannels.id, id)))
    .orderBy(asc(alertChannels.name))
  return rows.map(({ channel, waitingCount }) => ({
    ...channel,
    waitingCount,
    urlHint: buildUrlHint(channel, secrets),
  }))
}

/** @throws Refusal not_found */
export async function requireChannel(orm: Orm, id: number): Promise<ChannelRow> {
  const [row] = await orm
    .select()
    .from(alertChannels)
    .where(and(isOfInstallation, eq(alertChannels.id, id)))
  if (!row) throw noSuchChannel()
  return row
}

/** Adds a channel. A webhook gets a signing secret. @throws Refusal invalid, conflict */
export async function createChannel(
  parts: ChannelParts,
  { channel, createdBy }: { channel: NewChannel; createdBy: string },
): Promise<{ channel: ListedChannel; signingSecret: string | null }> {
  const { kind, url } = channel
  const settings = buildSettings(channel)
  refuseReceiver({ kind, settings, url, ...parts })
  if (kind !== 'email' && url === undefined) throw invalid('url', 'Enter the address')
  const signingSecret = kind === 'webhook' ? newSigningSecret() : null
  const row = await saving(parts.orm, async (tx) => {
    await refuseTooMany(tx)
    const values = { ...settings, kind, createdBy, createdAt: parts.now() }
    const [added] = await tx.insert(alertChannels).values(values).returning()
    if (!added) throw new Error('The channel was not added')
    const saved = await sealInto(tx, { row: added, url, signingSecret, ...parts })
    const after = shownFields(saved, parts.secrets)
    await recordActivity(tx, { subject: saved.name, count: 1, changes: fieldChanges({ after }) })
    return saved
  })
  return { channel: { ...row, waitingCount: 0, urlHint: buildUrlHint(row, parts.secrets) }, signingSecret }
}

/** A channel to change, and a check that throws unless the caller may change it. */
interface ChannelRequest {
  id: number
  requireOwner: (owner: string) => void
}

/**
 * Changes a channel. Turning it off cancels its waiting alerts. The person who turns it on becomes its owner.
 * @throws Refusal not_found, invalid, conflict
 */
export async function updateChannel(
  parts: ChannelParts,
  { id, requireOwner, change, changedBy }: ChannelRequest & { change: ChannelChange; changedBy: string },
): Promise<ListedChannel> {
  return await saving(parts.orm, async (tx) => {
    const row = await lockChannel(tx, id)
    requireOwner(row.createdBy)
    const settings = { ...pickSettings(row), ...buildSettings(change) }
    refuseReceiver({ kind: row.kind, settings, url: change.url, ...parts })
    const createdBy = settings.isOn && !row.isOn ? changedBy : row.createdBy
    const changed = { ...row, ...settings, createdBy, problem: null }
    await tx
      .update(alertChannels)
      .set({ ...settings, createdBy, problem: null })
      .where(eq(alertChannels.id, id))
    const saved = await sealInto(tx, { row: changed, url: change.url, signingSecret: null, ...parts })
    if (row.isOn && !settings.isOn) await cancelWaiting(tx, id)
    const [before, after] = [shownFields(row, parts.secrets), shownFields(saved, parts.secrets)]
    const changes = fieldChanges({ before, after })
    const isNewUrl = saved.sealedUrl !== row.sealedUrl
    if (changes.length > 0 || isNewUrl) await recordActivity(tx, { subject: saved.name, count: 1, changes })
    const [listed] = await listChannels({ ...parts, orm: tx }, id)
    if (!listed) throw new Error('The channel is gone')
    return listed
  })
}

/** @throws Refusal not_found */
export async function removeChannel({ orm }: ChannelParts, { id, requireOwner }: ChannelRequest): Promise<void> {
  await orm.transaction(async (tx) => {
    const { createdBy, name } = await lockChannel(tx, id)
    requireOwner(createdBy)
    await tx.delete(alertChannels).where(eq(alertChannels.id, id))
    await recordActivity(tx, { subject: name, count: 1 })
  })
}

/** @throws Refusal not_found, and invalid for a channel without signatures */
export async function replaceSigningSecret(parts: ChannelParts, { id, requireOwner }: ChannelRequest): Promise<string> {
  const signingSecret = newSigningSecret()
  await parts.orm.transaction(async (tx) => {
    const row = await lockChannel(tx, id)
    requireOwner(row.createdBy)
    if (row.kind !== 'webhook') throw new Refusal('invalid', 'Only signed webhooks have a signing secret')
    await sealInto(tx, { row, url: undefined, signingSecret, ...parts })
    await recordActivity(tx, { subject: row.name, count: 1 })
  })
  return signingSecret
}

async function lockChannel(tx: Orm, id: number): Promise<ChannelRow> {
  const isChannel = and(isOfInstallation, eq(alertChannels.id, id))
  const [row] = await tx.select().from(alertChannels).where(isChannel).for('update')
  if (!row) throw noSuchChannel()
  return row
}

interface Sealing {
  row: ChannelRow
  url: string | undefined
  signingSecret: string | null
  secrets: ChannelSecrets
}

/** Encrypts and stores new secrets. Returns the row with them. */
async function sealInto(tx: Orm, { row, url, signingSecret, secrets }: Sealing): Promise<ChannelRow> {
  const seal = (field: 'sealedUrl' | 'sealedSecret', value: string) => secrets.seal({ channelId: row.id, field, value })
  const sealed = {
    ...(url !== undefined && { sealedUrl: seal('sealedUrl', url) }),
    ...(signingSecret !== null && { sealedSecret: seal('sealedSecret', signingSecret) }),
  }
  if (Object.keys(sealed).length > 0) await tx.update(alertChannels).set(sealed).where(eq(alertChannels.id, row.id))
  return { ...row, ...sealed }
}

export async function cancelWaiting(tx: Orm, channelId: number): Promise<void> {
  const isWaiting = sql`${alertDeliveries.channelId} = ${channelId} and ${alertDeliveries.state} = 'waiting'`
  const answer = 'Canceled: the channel was turned off'
  await tx.update(alertDeliveries).set({ state: 'canceled', answer, leaseUntil: null }).where(isWaiting)
}

async function refuseTooMany(tx: Orm): Promise<void> {
  await lockChannels(tx)
  const existing = await tx.$count(alertChannels, isOfInstallation)
  if (existing >= MAX_CHANNELS) throw new Refusal('invalid', `There are ${MAX_CHANNELS} channels. Delete one first.`)
}

interface Receiver {
  kind: ChannelKind
  settings: Settings
  url: string | undefined
  rules: AddressRules
  hasEmail: boolean
  mailDomains: readonly string[]
}

function refuseReceiver({ kind, settings, url, rules, hasEmail, mailDomains }: Receiver): void {
  if (kind === 'email') {
    if (!hasEmail) throw invalid('kind', 'To send email, set SMTP_URL and SMTP_FROM, and restart')
    if (settings.recipients.length === 0) throw invalid('recipients', 'Enter at least one address')
    const refused = settings.recipients.find((to) => !isMailAllowed(to, mailDomains))
    if (refused !== undefined) {
      throw invalid(
        'recipients',
        `Email may go to ${mailDomains.join(', ')} only, which ${refused} is not (ALERT_DOMAINS)`,
      )
    }
    if (url !== undefined) throw invalid('url', 'An email channel has recipients instead of an address')
    return
  }
  if (settings.recipients.length > 0) throw invalid('recipients', 'Only email has recipients')
  const problem = url === undefined ? undefined : problemWithUrl(url, rules)
  if (problem !== undefined) throw invalid('url', problem)
}

function saving<T>(orm: Orm, work: (tx: Orm) => Promise<T>): Promise<T> {
  const taken = 'Another channel has this name. Choose another name.'
  return replaceConstraintErrors({
    work: () => orm.transaction(work),
    replacements: { alert_channels_name: () => new Refusal('conflict', taken, { name: taken }) },
  })
}

/** Converts the sent settings to columns. */
function buildSettings(fields: NewChannel): Settings
function buildSettings(fields: ChannelChange): Partial<Settings>
function buildSettings({ name, is_on, kinds, type_ids, digest, quiet_hours, recipients }: ChannelChange) {
  const sent = { name, isOn: is_on, kinds, typeIds: type_ids, digest, quietHours: quiet_hours, recipients }
  return Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined))
}

function pickSettings({ name, isOn, kinds, typeIds, digest, quietHours, recipients }: ChannelRow): Settings {
  return { name, isOn, kinds, typeIds, digest, quietHours, recipients }
}

/** Returns the fields of a channel for Activity. */
function shownFields(row: ChannelRow, secrets: ChannelSecrets): Readonly<Record<string, unknown>> {
  const { name, isOn, kinds, typeIds, digest, quietHours, recipients } = row
  return {
    name,
    kind: row.kind,
    is_on: isOn,
    kinds,
    type_ids: typeIds ?? 'all',
    digest,
    quiet_hours: quietHours ? `${quietHours.from}–${quietHours.to}` : null,
    ...(row.kind === 'email' ? { recipients } : { url: buildUrlHint(row, secrets) }),
  }
}

function buildUrlHint(row: ChannelRow, secrets: ChannelSecrets): string | null {
  const url = secrets.open(row, 'sealedUrl')
  return url === undefined ? null : buildHint(url)
}

function invalid(field: string, problem: string): Refusal {
  return new Refusal('invalid', problem, { [field]: problem })
}

function noSuchChannel(): Refusal {
  return new Refusal('not_found', 'This channel does not exist')
}
