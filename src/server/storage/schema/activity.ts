import { index, integer, pgTable } from 'drizzle-orm/pg-core'
import type { ActivityOrigin } from '#contract/activity-origin.ts'
import type { FieldChange } from '#contract/field-change.ts'
import type { TaskChange } from '#contract/task-fields.ts'
import { id, jsonb, text, timestamptz } from './columns.ts'
import { activityKind } from './former-words.ts'
import { allTasks } from './tasks.ts'

/** Changes with their people, kept for a year. Without references, because entries outlive the changed rows. */
export const activity = pgTable(
  'activity',
  {
    id: id(),
    at: timestamptz().notNull(),
    kind: activityKind().notNull(),
    /** An address, or the schedule. */
    who: text().notNull(),
    origin: text().$type<ActivityOrigin>().notNull(),
    tokenName: text(),
    /** The IP address. */
    address: text(),
    subject: text().notNull(),
    count: integer().notNull(),
    names: jsonb().$type<string[]>().notNull(),
    taskIds: jsonb().$type<number[]>().notNull(),
    changes: jsonb().$type<FieldChange[]>().notNull(),
  },
  (table) => [
    index('activity_at').on(table.at),
    index('activity_tasks').using('gin', table.taskIds.op('jsonb_path_ops')),
  ],
)

/** Fields of a task changed by an entry of Activity, for reverting. */
export const taskChanges = pgTable(
  'task_changes',
  {
    id: id(),
    activityId: integer()
      .notNull()
      .references(() => activity.id, { onDelete: 'cascade' }),
    taskId: integer()
      .notNull()
      .references(() => allTasks.id, { onDelete: 'cascade' }),
    /** Null for a created task. */
    before: jsonb().$type<TaskChange>(),
    after: jsonb().$type<TaskChange>(),
    /** Its position in the type it left; null if it stayed in its type. */
    positionBefore: integer(),
  },
  (table) => [
    index('task_changes_task').on(table.taskId, table.activityId),
    index('task_changes_activity').on(table.activityId),
  ],
)
