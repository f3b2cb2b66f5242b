import { asc } from 'drizzle-orm'
import { tasks, taskTypes } from '#server/storage/live-tables.ts'

/** Order of types on the screen. */
export const typeOrder = [asc(taskTypes.position), asc(taskTypes.id)]
/** Order of tasks on the screen: by type and position. */
export const screenOrder = [...typeOrder, asc(tasks.position), asc(tasks.id)]
