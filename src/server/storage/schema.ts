// biome-ignore-all lint/performance/noBarrelFile: Drizzle takes every table in one namespace
export * from './schema/activity.ts'
export * from './schema/alerts.ts'
export * from './schema/change-sets.ts'
export * from './schema/operations.ts'
export * from './schema/people.ts'
export * from './schema/previews.ts'
export * from './schema/schedules.ts'
export * from './schema/tasks.ts'
