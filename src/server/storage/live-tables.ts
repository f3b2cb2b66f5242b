import { pgTable } from 'drizzle-orm/pg-core'
import { taskColumns, taskTypeColumns } from './schema.ts'

/*
 * The tasks and task types that are not in the trash. The database has views of these names, so nothing that reads or
 * writes tasks can forget the trash.
 */
export const tasks = pgTable('tasks', taskColumns())
export const taskTypes = pgTable('task_types', taskTypeColumns())
