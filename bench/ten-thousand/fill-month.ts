import { randomUUID } from 'node:crypto'
import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/time.ts'
import { expireChangeSetsOfTask } from '#server/runs/expire-change-sets.ts'
import { deleteOldRuns } from '#server/runs/run-history.ts'
import type { Orm } from '#server/storage/database.ts'
import { changeSets } from '#server/storage/schema.ts'

const DAYS = 29
/** Starts of a task that runs every half hour between seven and seven. */
const STARTS_A_DAY = 24
/** Tables whose rows of a run are written again for each run, in the order in which they refer to each other. */
const OF_A_RUN = ['task_logs', 'change_sets', 'target_edits', 'change_chunks', 'copy_baselines'] as const
/** Days of copies that the guards remember: no more than the app keeps of a task. */
const REMEMBERED_DAYS = 10

interface Month {
  /** The wave that really ran. */
  waveId: string
  /** How many tasks ran in it: the others are filled like these, in turns. */
  ran: number
  untilMs: number
}

/**
 * Adds the runs of a month straight to the database: each is a copy of the records of a real run, with other times. The
 * app makes room for them as it does when runs are queued and end.
 */
export async function fillMonth(orm: Orm, { waveId, ran, untilMs }: Month): Promise<void> {
  const columns = await readColumns(orm)
  await keepReal(orm, waveId)
  const everyTask = sql`true`
  const atIntervals = sql`tasks.every_minutes is not null`
  for (let day = DAYS; day >= 1; day -= 1) {
    const atMs = untilMs - day * DAY_MS
    await copyWave(orm, { ran, columns, which: everyTask, atMs, isRemembered: day <= REMEMBERED_DAYS })
    let last = ''
    for (let start = 1; start <= STARTS_A_DAY; start += 1)
      last = await copyWave(orm, {
        ran,
        columns,
        which: atIntervals,
        atMs: atMs + HOUR_MS + start * 30 * MINUTE_MS,
      })
    await orm.transaction(async (tx) => await deleteOldRuns(tx, last))
    if (day % 7 === 0) console.error(`… ${day} days to go`)
  }
  await orm.execute(sql`
    update all_tasks set current_run_id = newest.id, last_success_at = newest.ended_at, seen_equal_at = newest.ended_at
    from (select distinct on (task_id) task_id, id, ended_at from runs order by task_id, id desc) newest
    where newest.task_id = all_tasks.id`)
  await orm.execute(sql`
    update all_tasks set last_use = model.last_use
    from all_tasks model where all_tasks.last_use is null and model.id = ${findModel(sql`all_tasks.id`, ran)}`)
  for (const table of ['runs', ...OF_A_RUN]) await orm.execute(sql`drop table ${sql.raw(`real_${table}`)}`)
  const changed = await orm.selectDistinct({ taskId: changeSets.taskId }).from(changeSets)
  for (const { taskId } of changed) await expireChangeSetsOfTask(orm, taskId)
}

/** Copies the records of the real wave. Its runs are the oldest, so they are deleted first. */
async function keepReal(orm: Orm, waveId: string): Promise<void> {
  await orm.execute(sql`create table real_runs as select * from runs where wave_id = ${sql.raw(`'${waveId}'`)}`)
  for (const table of OF_A_RUN)
    await orm.execute(sql`
      create table ${sql.raw(`real_${table}`)} as select row.* from ${sql.raw(table)} row join real_runs on real_runs.id = row.run_id`)
}

type Columns = ReadonlyMap<string, readonly { name: string; isTime: boolean }[]>

/** All columns but the generated ones. */
async function readColumns(orm: Orm): Promise<Columns> {
  const found = await orm.execute(sql`
    select table_name as table, column_name as name, data_type like 'timestamp%' as "isTime"
    from information_schema.columns where table_schema = 'public' and is_identity = 'NO' order by ordinal_position`)
  const Column = z.object({ table: z.string(), name: z.string(), isTime: z.boolean() })
  const { rows } = z.object({ rows: z.array(Column) }).parse(found)
  return Map.groupBy(rows, ({ table }) => table)
}

/** The finished task that lends a task its runs. */
function findModel(taskId: SQL, ran: number): SQL {
  return sql`((${taskId} - 1) % ${ran}::int + 1)`
}

interface Copied extends Pick<Month, 'ran'> {
  columns: Columns
  /** The tasks to run. */
  which: SQL
  /** When the wave begins. */
  atMs: number
  isRemembered?: boolean
}

/** Adds a wave like the real one. @returns its ID */
async function copyWave(orm: Orm, copied: Copied): Promise<string> {
  const { ran, columns, which, atMs, isRemembered = false } = copied
  const copy = randomUUID()
  const at = new Date(atMs).toISOString()
  const shift = sql`(${at}::timestamptz - (select min(queued_at) from real_runs))`
  const insert = (table: string, from: SQL, own: Readonly<Record<string, SQL>>) => {
    const listed = columns.get(table) ?? []
    const values = listed.map(({ name, isTime }) => {
      const column = sql`${sql.raw(`row.${name}`)}`
      return own[name] ?? (isTime ? sql`${column} + ${shift}` : column)
    })
    const names = sql.raw(listed.map(({ name }) => name).join(', '))
    return sql`insert into ${sql.raw(table)} (${names}) select ${sql.join(values, sql`, `)} ${from}`
  }
  await orm.transaction(async (tx) => {
    // Without triggers, because nobody reads their notifications.
    await tx.execute(sql`set local session_replication_role = replica`)
    const ofWave = sql`
      from real_runs row join tasks on row.task_id = ${findModel(sql`tasks.id`, ran)} where ${which} order by tasks.id`
    const ofTask = {
      task_id: sql`tasks.id`,
      task_type_id: sql`tasks.task_type_id`,
      position: sql`tasks.position`,
      wave_id: sql`${copy}::uuid`,
    }
    await tx.execute(insert('runs', ofWave, ofTask))
    const ofRun = sql`
      join real_runs real on real.id = row.run_id
      join runs copy on ${findModel(sql`copy.task_id`, ran)} = real.task_id and copy.wave_id = ${copy}`
    const own = { run_id: sql`copy.id`, task_id: sql`copy.task_id` }
    for (const table of OF_A_RUN)
      if (table !== 'copy_baselines' || isRemembered)
        await tx.execute(insert(table, sql`from ${sql.raw(`real_${table}`)} row ${ofRun}`, own))
  })
  return copy
}
