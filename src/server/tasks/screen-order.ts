import { asc } from 'drizzle-orm'
import { tasks, taskTypes } from '#server/storage/live-tables.ts'

/** The order of tasks on the screen: by type and position. */
export const screenOrder = [asc(taskTypes.position), asc(taskTypes.id), asc(tasks.position), asc(tasks.id)]
