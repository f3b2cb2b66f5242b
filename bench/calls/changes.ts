import type pg from 'pg'
import { LONG_TASK_ID } from './fill-database.ts'

/** Changes one row, as a person or a run does, so that the replies that show it are read anew. */
export const changes = {
  task: (client: pg.Client, round: number) =>
    client.query('update tasks set notes = $1 where id = $2', [`Round ${round}`, LONG_TASK_ID]),
  run: (client: pg.Client, round: number) =>
    client.query('update runs set rows_done = 1000 + $1 where id = (select current_run_id from tasks where id = $2)', [
      round,
      LONG_TASK_ID,
    ]),
  log: async (client: pg.Client, round: number) => {
    await client.query('delete from task_logs where id = (select min(id) from task_logs where task_id = $1)', [
      LONG_TASK_ID,
    ])
    await client.query(
      `insert into task_logs (task_id, level, message, created_at) values ($1, 'INFO', 'Round ' || $2::int, now())`,
      [LONG_TASK_ID, round],
    )
  },
}
