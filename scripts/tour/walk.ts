import { setTimeout as delay } from 'node:timers/promises'
import { auth } from '#contract/auth.ts'
import { csvJobs } from '#contract/csv-job.ts'
import { dataCopy } from '#contract/data-copy.ts'
import { devLogs } from '#contract/dev-log.ts'
import { events } from '#contract/event.ts'
import { operations } from '#contract/operation.ts'
import { runs } from '#contract/run.ts'
import { schedules } from '#contract/schedule.ts'
import { spreadsheets } from '#contract/spreadsheet.ts'
import { tasks } from '#contract/task.ts'
import { taskLogs } from '#contract/task-log.ts'
import { taskTypes } from '#contract/task-type.ts'
import type { Guide } from './guide.ts'
import { makeSpreadsheet } from './make-spreadsheet.ts'

const EMAIL = 'tour@example.com'
const LOOK_AGAIN_MS = 200
const REDIRECT = 302

/** What the tour made and calls about. */
interface Stops {
  /** Without it, calls that reach what others made are left out. */
  reachesEverything: boolean
  typeId: number
  otherTypeId: number
  taskId: number
  otherTaskId: number
  spreadsheetId: string
}

/** Goes through all calls of the interface, in an order in which each has something to answer. */
export async function walk(guide: Guide, { reachesEverything }: { reachesEverything: boolean }): Promise<void> {
  const sheetsUrl = await visitOperations(guide)
  await visitSignIn(guide)
  const spreadsheetId = await makeSpreadsheet(sheetsUrl)
  const types = await makeTypes(guide, { reachesEverything })
  const stops = { ...types, ...(await makeTasks(guide, { ...types, spreadsheetId })), spreadsheetId, reachesEverything }
  await visitRuns(guide, stops)
  await visitLogsAndDataCopy(guide, stops)
  await visitCsv(guide)
  await visitSchedules(guide, stops)
  await visitDevLogs(guide, stops)
  await deleteAll(guide, stops)
  guide.say('Goodbye')
  await guide.call(auth.logout, {})
}

async function visitOperations({ say, call }: Guide): Promise<string> {
  say('What anyone may ask')
  const info = await call(operations.info, {})
  await call(operations.health, {})
  await call(operations.ready, {})
  await call(operations.metrics, {})
  await call(operations.openapi, {})
  await call(operations.docs, {})
  if (info.sign_in !== 'embedded')
    throw new Error('The tour signs in by itself only where the embedded sign-in is used')
  return new URL(info.spreadsheet_url).origin
}

async function visitSignIn({ say, call, client }: Guide): Promise<void> {
  say('Auth')
  await call(auth.check, {})
  await call(auth.login, { query: {} }, REDIRECT)
  await client.signIn(EMAIL)
  await call(auth.check, {})
}

async function makeTypes({ say, call }: Guide, { reachesEverything }: Pick<Stops, 'reachesEverything'>) {
  say('Task types')
  const suffix = Date.now()
  const masters = await call(taskTypes.create, { body: { name: `Tour masters ${suffix}`, chunk_size: 500 } })
  const ledger = await call(taskTypes.create, {
    body: { name: `Tour ledger ${suffix}`, depends_on_id: masters.id, queue_delay_seconds: 1 },
  })
  const order = (await call(taskTypes.list, {})).map(({ id }) => id)
  await call(taskTypes.update, { params: { id: masters.id }, body: { allowed_concurrent_tasks: 2 } })
  if (reachesEverything) await call(taskTypes.reorder, { body: { order: order.reverse() } })
  return { typeId: masters.id, otherTypeId: ledger.id }
}

async function makeTasks({ say, call }: Guide, made: Pick<Stops, 'typeId' | 'spreadsheetId'>) {
  say('Sync tasks')
  await call(spreadsheets.get, { params: { id: made.spreadsheetId } })
  const body = {
    sync_task_type_id: made.typeId,
    source_ss_id: made.spreadsheetId,
    source_sheet_name: 'Orders',
    target_ss_id: made.spreadsheetId,
    target_sheet_name: 'Copy of orders',
    scheduled_times: ['04:00', '23:00'],
    start_row: 2,
    sort_order: 0,
  }
  const task = await call(tasks.create, { body })
  const other = await call(tasks.create, { body: { ...body, name: 'Nowhere', source_ss_id: 'not-there' } })
  await call(tasks.list, { query: { page: 1, limit: 400 } })
  await call(tasks.get, { params: { id: task.id } })
  await call(tasks.update, { params: { id: task.id }, body: { max_concurrent_tasks: 1 } })
  for (const action of ['back', 'front', 'down', 'up'] as const) {
    await call(tasks.reposition, { params: { id: task.id }, body: { action } })
  }
  for (const is_active of [false, true])
    await call(tasks.toggleActive, { params: { id: task.id }, body: { is_active } })
  return { taskId: task.id, otherTaskId: other.id }
}

async function visitRuns(guide: Guide, { taskId, otherTaskId, typeId, reachesEverything }: Stops): Promise<void> {
  const { say, call } = guide
  say('Runs')
  await call(tasks.execute, { params: { id: taskId }, body: {} })
  await call(tasks.statusAll, {})
  await call(events.stream, {})
  await untilEnded(guide, [taskId])
  await call(tasks.stop, { params: { id: otherTaskId } })
  await call(taskTypes.runGroup, { params: { id: typeId } })
  await call(taskTypes.stopGroup, { params: { id: typeId } })
  if (reachesEverything) {
    await call(tasks.executeAll, {})
    await call(tasks.stopAll, {})
    await call(tasks.resetRunningStatus, {})
    for (const target_state of [false, true]) await call(tasks.toggleAllActive, { body: { target_state } })
  }
  await untilEnded(guide, [taskId, otherTaskId])
  await call(runs.list, { query: { hours: 1 } })
}

async function visitLogsAndDataCopy({ say, call }: Guide, { taskId }: Stops): Promise<void> {
  say('Logs and data copy')
  const params = { id: taskId }
  await call(taskLogs.list, { params })
  await call(taskLogs.clear, { params })
  await call(dataCopy.columns, { params })
  await call(dataCopy.page, { params, query: { offset: 0, limit: 500, order: 'asc' } })
  await call(dataCopy.page, { params, query: { sort: 'Amount', order: 'desc', columns: 'Customer,Amount' } })
}

async function visitCsv({ say, call, upload }: Guide): Promise<void> {
  say('Import and export')
  const exportedTasks = String(await call(tasks.exportCsv, {}))
  await upload(tasks.importCsv, { name: 'sync_tasks_export.csv', content: exportedTasks })
  const exportedTypes = String(await call(taskTypes.exportCsv, {}))
  await upload(taskTypes.importCsv, { name: 'sync_task_types_export.csv', content: exportedTypes })
  await call(csvJobs.list, { query: { type: 'sync_task_type', limit: 5 } })
}

async function visitSchedules({ say, call }: Guide, { reachesEverything }: Stops): Promise<void> {
  say('Schedules')
  await call(schedules.list, {})
  const { scheduled_times } = await call(schedules.runAll, {})
  if (!reachesEverything) return
  await call(schedules.setRunAll, { body: { scheduled_times: ['06:30', '18:00'] } })
  await call(schedules.setRunAll, { body: { scheduled_times } })
}

async function visitDevLogs({ say, call }: Guide, { reachesEverything }: Stops): Promise<void> {
  say('Dev logs')
  await call(devLogs.files, {})
  await call(devLogs.lines, { query: { file: 'nano_sync_out' } })
  if (reachesEverything) await call(devLogs.clear, { query: { file: 'nano_sync_err' } })
}

async function deleteAll({ say, call }: Guide, stops: Stops): Promise<void> {
  say('Deleting what the tour made')
  await call(tasks.remove, { params: { id: stops.taskId } })
  if (stops.reachesEverything) await call(tasks.removeAll, {})
  else await call(tasks.remove, { params: { id: stops.otherTaskId } })
  await call(taskTypes.remove, { params: { id: stops.otherTypeId } })
  await call(taskTypes.remove, { params: { id: stops.typeId } })
}

/** Waits without a word until none of the tasks has a run in progress. */
async function untilEnded({ client }: Guide, taskIds: readonly number[]): Promise<void> {
  for (const id of taskIds) {
    while ((await client.call(tasks.get, { params: { id } })).running_status) await delay(LOOK_AGAIN_MS)
  }
}
