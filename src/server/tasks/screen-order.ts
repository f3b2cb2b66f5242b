import { asc } from 'drizzle-orm'
import { tasks, taskTypes } from '#server/storage/live-tables.ts'

/** The order of types on the screen. */
export const typeOrder = [asc(taskTypes.position), asc(taskTypes.id)]
/** The order of tasks on the screen: by type and position. */
export const screenOrder = [...typeOrder, asc(tasks.position), asc(tasks.id)]
