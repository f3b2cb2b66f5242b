import { bigint, index, integer, pgTable, varchar } from 'drizzle-orm/pg-core'
import type { CsvJob, RowProblem } from '#contract/csv-job.ts'
import { id, jsonb, text, timestamptz } from './columns.ts'

/** Single row: start of the last check of every task's access, on any node. */
export const accessChecks = pgTable('access_checks', {
  id: integer().primaryKey(),
  startedAt: timestamptz().notNull(),
})

export const csvJobs = pgTable(
  'csv_jobs',
  {
    id: id(),
    type: text().$type<CsvJob['type']>().notNull(),
    direction: text().$type<CsvJob['direction']>().notNull(),
    status: text().$type<CsvJob['status']>().notNull(),
    fileName: text().notNull(),
    totalRows: integer().notNull().default(0),
    succeeded: integer().notNull().default(0),
    failed: integer().notNull().default(0),
    errors: jsonb().$type<RowProblem[]>().notNull().default([]),
    createdBy: text().notNull(),
    createdAt: timestamptz().notNull(),
    finishedAt: timestamptz(),
  },
  (table) => [index('csv_jobs_type').on(table.type, table.id)],
)

/** Steps this installation has completed for good, such as adding the samples. */
export const milestones = pgTable('milestones', {
  name: text().primaryKey(),
  reachedAt: timestamptz().notNull(),
})

/** Requests per quota bucket. The library rate-limiter-flexible reads and writes this table and prescribes its columns. */
export const quotaSlots = pgTable('quota_slots', {
  key: varchar({ length: 255 }).primaryKey(),
  points: integer().notNull().default(0),
  /** End of the bucket, as Unix time in milliseconds. */
  expire: bigint({ mode: 'number' }),
})
