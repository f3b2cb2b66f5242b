import { pgTable } from 'drizzle-orm/pg-core'
import { taskColumns, taskTypeColumns } from './schema.ts'

/*
 * The tasks and task types outside the trash. The database has views with these names, so no query of tasks can forget the
 * trash.
 */
export const tasks = pgTable('tasks', taskColumns())
export const taskTypes = pgTable('task_types', taskTypeColumns())
