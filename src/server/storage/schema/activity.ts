import { index, integer, pgTable } from 'drizzle-orm/pg-core'
import type { ActivityOrigin } from '#contract/activity-origin.ts'
import type { FieldChange } from '#contract/field-change.ts'
import type { TaskChange } from '#contract/task-fields.ts'
import { id, jsonb, text, timestamptz } from './columns.ts'
import { activityKind } from './former-words.ts'
import { allTasks } from './tasks.ts'

/** Changes and the people who made them, kept for a year. Has no references, because entries outlive the changed rows. */
export const activity = pgTable(
  'activity',
  {
    id: id(),
    at: timestamptz().notNull(),
    kind: activityKind().notNull(),
    /** Address of a person, or the schedule. */
    who: text().notNull(),
    origin: text().$type<ActivityOrigin>().notNull(),
    tokenName: text(),
    /** IP address of the request. */
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

/** Task fields an entry of Activity changed, for reverting. */
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
    /** Null if the task was created. */
    before: jsonb().$type<TaskChange>(),
    after: jsonb().$type<TaskChange>(),
    /** Position in the task's former type; null if the task stayed in its type. */
    positionBefore: integer(),
  },
  (table) => [
    index('task_changes_task').on(table.taskId, table.activityId),
    index('task_changes_activity').on(table.activityId),
  ],
)
