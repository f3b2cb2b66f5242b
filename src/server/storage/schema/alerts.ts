import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { ChannelKind, DeliveryState, DigestChoice, FilteredKind } from '#contract/alert-channel.ts'
import type { AlertKind } from '#contract/alert-kind.ts'
import type { Snooze } from '#contract/incident.ts'
import type { MyTasks } from '#contract/my-alerts.ts'
import type { Alert, IncidentKind } from '#domain/alerts/alert.ts'
import type { Failure } from '#domain/failures/failure.ts'
import { id, jsonb, text, timestamptz } from './columns.ts'
import { users } from './people.ts'
import { allTasks } from './tasks.ts'

/** Messages about problems and recoveries, each for all channels, kept for some weeks. */
export const alerts = pgTable(
  'alerts',
  {
    id: uuid().primaryKey(),
    kind: text().$type<AlertKind>().notNull(),
    content: jsonb().$type<Alert & { cure?: string | null }>().notNull(),
    createdAt: timestamptz().notNull(),
  },
  (table) => [index('alerts_created').on(table.createdAt)],
)

/**
 * Problems of a task or an account, from the first sign until the reported recovery. The transaction that finds a problem
 * writes it here. The node that sends alerts reads it.
 */
export const alertIncidents = pgTable(
  'alert_incidents',
  {
    id: id(),
    kind: text().$type<IncidentKind>().notNull(),
    /** The task or the account. At most one incident of each kind is open for it. */
    subject: text().notNull(),
    taskId: integer().references(() => allTasks.id, { onDelete: 'cascade' }),
    /** The wave of the run that opened the incident. */
    waveId: uuid(),
    /** Null in a row that the previous version wrote. */
    failure: jsonb().$type<Failure>(),
    /**
     * Cause and subject of the problem. Incidents with equal values are one problem. Null in a row that the previous version
     * wrote.
     */
    problem: text(),
    /** Sentences from when the incident opened, for nodes of the previous version. */
    message: text().notNull(),
    openedAt: timestamptz().notNull(),
    closedAt: timestamptz(),
    /** When the alert about the incident was created. Null before that, and again after a snooze. */
    reportedAt: timestamptz(),
    alertId: uuid().references(() => alerts.id, { onDelete: 'set null' }),
    snooze: text().$type<Snooze>(),
    /** Null if the snooze lasts until the incident is closed. */
    snoozedUntil: timestamptz(),
    snoozedBy: text(),
  },
  (table) => [
    uniqueIndex('alert_incidents_open').on(table.kind, table.subject).where(sql`${table.closedAt} is null`),
    index('alert_incidents_task').on(table.taskId),
    index('alert_incidents_alert').on(table.alertId),
  ],
)

/** Scheduled Run Alls without a digest so far. */
export const alertWaves = pgTable('alert_waves', {
  waveId: uuid().primaryKey(),
  name: text().notNull(),
  startedAt: timestamptz().notNull(),
})

/** Channels alerts are sent to. */
export const alertChannels = pgTable('alert_channels', {
  id: id(),
  kind: text().$type<ChannelKind>().notNull(),
  name: text().notNull().unique('alert_channels_name'),
  isOn: boolean().notNull(),
  kinds: jsonb().$type<FilteredKind[]>().notNull(),
  /** Types that the channel is about; null for all types. */
  typeIds: jsonb().$type<number[]>(),
  digest: text().$type<DigestChoice>().notNull(),
  quietHours: jsonb().$type<{ from: string; to: string }>(),
  recipients: jsonb().$type<string[]>().notNull(),
  /** The address of a chat or a program. It is encrypted, like the secret that signs its alerts. */
  sealedUrl: text(),
  sealedSecret: text(),
  /** Why the last alert was not delivered; null after a delivery. */
  problem: text(),
  createdBy: text().notNull(),
  createdAt: timestamptz().notNull(),
  /** Owner of a personal channel, which mails to the current address; null for a channel of the installation. */
  userId: integer()
    .unique('alert_channels_user')
    .references(() => users.id, { onDelete: 'cascade' }),
  /** The tasks that a personal channel is about; null for a channel of the installation. */
  myTasks: jsonb().$type<MyTasks[]>(),
})

/** Deliveries of alerts to channels, sent or still to be sent. */
export const alertDeliveries = pgTable(
  'alert_deliveries',
  {
    id: id(),
    channelId: integer()
      .notNull()
      .references(() => alertChannels.id, { onDelete: 'cascade' }),
    alertId: uuid()
      .notNull()
      .references(() => alerts.id, { onDelete: 'cascade' }),
    state: text().$type<DeliveryState>().notNull(),
    createdAt: timestamptz().notNull(),
    /** Earliest time of the next try. */
    dueAt: timestamptz().notNull(),
    tries: integer().notNull().default(0),
    /** Time of the first counted try. A delivery is given up a day later. */
    firstTriedAt: timestamptz(),
    triedAt: timestamptz(),
    /** The receiver's response to the last try, or why there was no response. */
    answer: text(),
    /** End of the lease of the node that is trying. The node may be gone. */
    leaseUntil: timestamptz(),
  },
  (table) => [
    index('alert_deliveries_channel').on(table.channelId, table.id),
    index('alert_deliveries_waiting').on(table.channelId, table.id).where(sql`${table.state} = 'waiting'`),
    index('alert_deliveries_alert').on(table.alertId),
  ],
)
