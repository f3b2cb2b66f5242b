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

/** The messages about problems and recoveries, each for all channels, kept for some weeks. */
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
 * Problems of a task or an account, from the first sign until the reported recovery. The transaction that finds a
 * problem writes it, and the node that sends alerts reads it.
 */
export const alertIncidents = pgTable(
  'alert_incidents',
  {
    id: id(),
    kind: text().$type<IncidentKind>().notNull(),
    /** The task or the account: at most one incident of a kind is open for each. */
    subject: text().notNull(),
    taskId: integer().references(() => allTasks.id, { onDelete: 'cascade' }),
    /** The wave of the run that opened it. */
    waveId: uuid(),
    /** Null in a row of the previous version. */
    failure: jsonb().$type<Failure>(),
    /**
     * Its cause and subject: incidents with the same cause and subject are one problem. Null in a row of the previous
     * version.
     */
    problem: text(),
    /** The sentences at the time, for nodes of the previous version. */
    message: text().notNull(),
    openedAt: timestamptz().notNull(),
    closedAt: timestamptz(),
    /** When the alert about it was created; null while there is none, and again when a snooze has ended. */
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

/** The scheduled Run Alls whose digest has not been created yet. */
export const alertWaves = pgTable('alert_waves', {
  waveId: uuid().primaryKey(),
  name: text().notNull(),
  startedAt: timestamptz().notNull(),
})

/** Where alerts are sent. */
export const alertChannels = pgTable('alert_channels', {
  id: id(),
  kind: text().$type<ChannelKind>().notNull(),
  name: text().notNull().unique('alert_channels_name'),
  isOn: boolean().notNull(),
  kinds: jsonb().$type<FilteredKind[]>().notNull(),
  /** Null for all types. */
  typeIds: jsonb().$type<number[]>(),
  digest: text().$type<DigestChoice>().notNull(),
  quietHours: jsonb().$type<{ from: string; to: string }>(),
  recipients: jsonb().$type<string[]>().notNull(),
  /** The address of a chat or a program, and the secret that signs its alerts; both encrypted. */
  sealedUrl: text(),
  sealedSecret: text(),
  /** Why the last alert was not delivered; null if it was. */
  problem: text(),
  createdBy: text().notNull(),
  createdAt: timestamptz().notNull(),
  /** Owner of a personal channel, which mails to the current address; null for a channel of the installation. */
  userId: integer()
    .unique('alert_channels_user')
    .references(() => users.id, { onDelete: 'cascade' }),
  /** The tasks a person's own channel is about; null for a channel of the installation. */
  myTasks: jsonb().$type<MyTasks[]>(),
})

/** Alerts that were sent to each channel, or are still to be sent. */
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
    /** Not before this time. */
    dueAt: timestamptz().notNull(),
    tries: integer().notNull().default(0),
    /** When the counted tries began. A delivery is given up a day later. */
    firstTriedAt: timestamptz(),
    triedAt: timestamptz(),
    /** The receiver's response to the last try, or why there was none. */
    answer: text(),
    /** Until when a node is trying; it may have gone away. */
    leaseUntil: timestamptz(),
  },
  (table) => [
    index('alert_deliveries_channel').on(table.channelId, table.id),
    index('alert_deliveries_waiting').on(table.channelId, table.id).where(sql`${table.state} = 'waiting'`),
    index('alert_deliveries_alert').on(table.alertId),
  ],
)
