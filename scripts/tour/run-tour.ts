import { access } from '#contract/access.ts'
import { accessCheck } from '#contract/access-check.ts'
import { activity } from '#contract/activity.ts'
import type { ActivityKind } from '#contract/activity-kind.ts'
import { alertChannels } from '#contract/alert-channel.ts'
import { apiTokens } from '#contract/api-token.ts'
import { auth } from '#contract/auth.ts'
import { changeSets } from '#contract/change-set.ts'
import { csvJobs } from '#contract/csv-job.ts'
import { dataCopy } from '#contract/data-copy.ts'
import { devLogs } from '#contract/dev-log.ts'
import { events } from '#contract/event.ts'
import { googleSetup } from '#contract/google-setup.ts'
import { help } from '#contract/help.ts'
import { holds } from '#contract/hold.ts'
import { incidents } from '#contract/incident.ts'
import { myAlerts } from '#contract/my-alerts.ts'
import { operations } from '#contract/operation.ts'
import { overview } from '#contract/overview.ts'
import { pauses } from '#contract/pause.ts'
import { previews } from '#contract/preview.ts'
import { runs } from '#contract/run.ts'
import { schedules } from '#contract/schedule.ts'
import { selectedTasks } from '#contract/selected-tasks.ts'
import { sessions } from '#contract/session.ts'
import { spreadsheets } from '#contract/spreadsheet.ts'
import { taskChanges } from '#contract/task-change.ts'
import { taskLogs } from '#contract/task-log.ts'
import { tasks } from '#contract/task-routes.ts'
import { taskTypes } from '#contract/task-type.ts'
import { trash } from '#contract/trash.ts'
import { DAY_MS } from '#domain/time.ts'
import { untilEnded } from '#tests/support/run-to-end.ts'
import { createSpreadsheet } from './create-spreadsheet.ts'
import type { TourClient } from './tour-client.ts'

const EMAIL = 'tour@example.com'
const REDIRECT = 302
const NOT_FOUND = 404

/** Things the tour has created. */
interface TourData {
  /** Whether to make calls that affect all data, not only the tour's own. */
  affectsEverything: boolean
  typeId: number
  otherTypeId: number
  taskId: number
  otherTaskId: number
  spreadsheetId: string
}

/** Makes all API calls, in an order in which each has data to work on. */
export async function runTour(
  client: TourClient,
  { affectsEverything }: { affectsEverything: boolean },
): Promise<void> {
  const sheetsUrl = await callOperations(client)
  await signIn(client)
  const spreadsheetId = await createSpreadsheet(sheetsUrl)
  const types = await createTypes(client, { affectsEverything })
  const data = {
    ...types,
    ...(await createTasks(client, { ...types, spreadsheetId })),
    spreadsheetId,
    affectsEverything,
  }
  await callGoogleSetup(client, data)
  await callRuns(client, data)
  await callPreviews(client, data)
  await callIncidents(client, data)
  await callHolds(client)
  await callLogsAndDataCopy(client, data)
  await callCsv(client)
  await callSchedules(client, data)
  await callDevLogs(client, data)
  await callApiTokens(client)
  await callAlertChannels(client)
  await callSessions(client)
  await deleteAll(client, data)
  client.printHeading('Sign-out')
  await client.call(auth.logout, {})
}

async function callOperations({ printHeading, call }: TourClient): Promise<string> {
  printHeading('Public calls')
  const info = await call(operations.info, {})
  await call(operations.health, {})
  await call(operations.ready, {})
  await call(operations.metrics, {})
  await call(operations.openapi, {})
  await call(operations.docs, {})
  await call(help.page, { query: { page: 'use/guards' } })
  if (info.sign_in !== 'embedded') throw new Error('The tour requires the embedded sign-in')
  return new URL(info.spreadsheet_url).origin
}

async function signIn({ printHeading, call, api }: TourClient): Promise<void> {
  printHeading('Sign-in')
  await call(auth.check, {})
  await call(auth.login, { query: {} }, REDIRECT)
  await api.signIn(EMAIL)
  await call(auth.check, {})
}

async function callApiTokens({ printHeading, call }: TourClient): Promise<void> {
  printHeading('API tokens')
  const { id } = await call(apiTokens.create, { body: { name: `Tour ${Date.now()}`, scope: 'read' } })
  await call(apiTokens.list, {})
  await call(apiTokens.revoke, { params: { id } })
}

async function callAlertChannels({ printHeading, call }: TourClient): Promise<void> {
  printHeading('Alert channels')
  // Nothing listens there.
  const body = { name: `Tour ${Date.now()}`, kind: 'webhook', url: 'http://127.0.0.1:9/tour' } as const
  const { id } = await call(alertChannels.create, { body })
  await call(alertChannels.list, {})
  await call(alertChannels.update, { params: { id }, body: { digest: 'never' } })
  await call(alertChannels.replaceSecret, { params: { id } })
  await call(alertChannels.test, { params: { id } })
  await call(alertChannels.deliveries, { params: { id } })
  await call(alertChannels.resend, { params: { id, delivery: 1 } }, NOT_FOUND)
  await call(alertChannels.remove, { params: { id } })
  await call(myAlerts.get, {})
  await call(myAlerts.update, { body: { tasks: [], kinds: ['failed', 'held'], quiet_hours: null } })
  await call(myAlerts.test, {})
}

async function callSessions({ printHeading, call, api }: TourClient): Promise<void> {
  printHeading('Sessions')
  const [session] = await call(sessions.list, {})
  await call(sessions.end, { params: { id: session?.id ?? '' } })
  await api.signIn(EMAIL)
  await call(sessions.endAll, { query: {} })
  await api.signIn(EMAIL)
}

async function createTypes(
  { printHeading, call }: TourClient,
  { affectsEverything }: Pick<TourData, 'affectsEverything'>,
) {
  printHeading('Task types')
  const suffix = Date.now()
  const masters = await call(taskTypes.create, { body: { name: `Tour masters ${suffix}`, chunk_size: 500 } })
  const ledger = await call(taskTypes.create, {
    body: { name: `Tour ledger ${suffix}`, depends_on_id: masters.id, queue_delay_seconds: 1 },
  })
  const order = (await call(taskTypes.list, {})).map(({ id }) => id)
  await call(taskTypes.update, { params: { id: masters.id }, body: { allowed_concurrent_tasks: 2 } })
  if (affectsEverything) await call(taskTypes.reorder, { body: { order: order.reverse() } })
  return { typeId: masters.id, otherTypeId: ledger.id }
}

async function createTasks({ printHeading, call }: TourClient, created: Pick<TourData, 'typeId' | 'spreadsheetId'>) {
  printHeading('Sync tasks')
  await call(spreadsheets.get, { params: { id: created.spreadsheetId } })
  await call(spreadsheets.search, { query: { search: 'orders' } })
  await call(spreadsheets.createSample, {})
  await call(spreadsheets.checkAccess, { params: { id: created.spreadsheetId }, query: { role: 'editor' } })
  await call(spreadsheets.tryShape, { params: { id: created.spreadsheetId }, query: { tab: 'Orders' } })
  const body = {
    sync_task_type_id: created.typeId,
    source_ss_id: created.spreadsheetId,
    source_sheet_name: 'Orders',
    target_ss_id: created.spreadsheetId,
    target_sheet_name: 'Copy of orders',
    scheduled_times: ['04:00', '23:00'],
    start_row: 2,
    sort_order: 0,
  }
  const task = await call(tasks.create, { body })
  const other = await call(tasks.create, {
    body: { ...body, name: 'Nowhere', source_ss_id: 'not-there', target_sheet_name: 'Nowhere' },
  })
  await call(tasks.list, { query: { page: 1, limit: 400 } })
  await call(tasks.get, { params: { id: task.id } })
  await call(tasks.update, { params: { id: task.id }, body: { max_concurrent_tasks: 1 } })
  const change = await newestChange(call, 'task_changed')
  await call(taskChanges.previewRevert, { params: { id: task.id, change } })
  await call(taskChanges.revert, { params: { id: task.id, change } })
  for (const action of ['back', 'front', 'down', 'up'] as const) {
    await call(tasks.reposition, { params: { id: task.id }, body: { action } })
  }
  for (const is_active of [false, true])
    await call(tasks.toggleActive, { params: { id: task.id }, body: { is_active } })
  return { taskId: task.id, otherTaskId: other.id }
}

async function callGoogleSetup({ printHeading, call }: TourClient, { spreadsheetId, affectsEverything }: TourData) {
  printHeading('Connection to Google')
  const { key_refusal, credentials } = await call(googleSetup.get, {})
  await call(googleSetup.checkSpreadsheets, { body: { source_ss_id: spreadsheetId, target_ss_id: spreadsheetId } })
  await call(accessCheck.start, {})
  await call(accessCheck.get, {})
  // Storing a key requires a key for which Google issues a token.
  if (!affectsEverything || key_refusal !== null || credentials !== 'none') return
  await call(googleSetup.removeKey, {})
}

async function callRuns(
  client: TourClient,
  { taskId, otherTaskId, typeId, affectsEverything }: TourData,
): Promise<void> {
  const { printHeading, call } = client
  printHeading('Runs')
  await call(tasks.execute, { params: { id: taskId }, body: {} })
  await call(tasks.statusAll, {})
  await call(events.stream, { query: {} })
  await untilEnded(client.api, taskId)
  await call(incidents.runAgain, { params: { id: taskId } })
  await call(tasks.stop, { params: { id: otherTaskId } })
  await call(taskTypes.runGroup, { params: { id: typeId } })
  await call(taskTypes.stopGroup, { params: { id: typeId } })
  if (affectsEverything) {
    await call(tasks.executeAll, {})
    await call(tasks.stopAll, {})
    await call(tasks.resetRunningStatus, {})
    for (const target_state of [false, true]) await call(tasks.toggleAllActive, { body: { target_state } })
  }
  await call(selectedTasks.execute, { body: { task_ids: [otherTaskId] } })
  await call(selectedTasks.stop, { body: { task_ids: [otherTaskId] } })
  // No task has this ID any more.
  await call(selectedTasks.remove, { body: { task_ids: [999_999] } })
  for (const id of [taskId, otherTaskId]) await untilEnded(client.api, id)
  await call(runs.forecast, {})
  const { runs: listed } = await call(runs.list, { query: { task_id: taskId, limit: 1 } })
  const ofRun = { params: { id: taskId, run: listed[0]?.id ?? 0 } }
  await call(runs.edits, ofRun)
  await call(runs.get, ofRun)
  await call(changeSets.page, { ...ofRun, query: { limit: 5 } })
  await call(changeSets.exportCsv, { ...ofRun, query: {} })
  await callRestore(client, taskId)
  await call(overview.get, {})
  await call(access.get, {})
  await call(access.update, { body: { lending: 'own_tasks' } })
  await call(access.disconnect, {})
}

async function callRestore({ call, api }: TourClient, taskId: number): Promise<void> {
  const { runs: ofTask } = await call(runs.list, { query: { task_id: taskId } })
  const run = ofTask.find(({ cells_changed }) => cells_changed > 0)
  if (!run) return
  const params = { id: taskId, run: run.id }
  await call(changeSets.previewUndo, { params, query: {} })
  await call(changeSets.undo, { params, body: { edited: 'leave' } })
  await untilEnded(api, taskId)
}

async function callIncidents({ printHeading, call }: TourClient, { taskId }: TourData): Promise<void> {
  printHeading('Incidents')
  await call(incidents.ofTask, { params: { id: taskId } })
  await call(incidents.wake, { params: { id: taskId } })
  // Only a message has a link that works.
  await call(incidents.alert, { query: { link: 'old' } }, NOT_FOUND)
  await call(incidents.snooze, { body: { link: 'old', snooze: 'day' } }, NOT_FOUND)
}

async function callHolds({ printHeading, call }: TourClient): Promise<void> {
  printHeading('Held tasks')
  await call(holds.list, {})
  // None of the tasks is held.
  await call(holds.accept, { body: { ids: [1] } })
}

async function callPreviews({ printHeading, call, api }: TourClient, { taskId }: TourData): Promise<void> {
  printHeading('Previews')
  const { id } = await call(previews.start, { body: { task_ids: [taskId] } })
  await call(previews.get, { params: { id } })
  await call(previews.cells, { params: { id, task: taskId }, query: { limit: 5 } })
  await call(previews.cancel, { params: { id } })
  await call(previews.run, { params: { id }, body: { task_ids: [taskId] } })
  await untilEnded(api, taskId)
}

async function callLogsAndDataCopy({ printHeading, call }: TourClient, { taskId }: TourData): Promise<void> {
  printHeading('Logs and data copy')
  const params = { id: taskId }
  await call(taskLogs.list, { params })
  await call(taskLogs.clear, { params })
  await call(dataCopy.columns, { params })
  await call(dataCopy.page, { params, query: { offset: 0, limit: 500, order: 'asc' } })
  await call(dataCopy.page, { params, query: { sort: 'Amount', order: 'desc', columns: 'Customer,Amount' } })
}

async function callCsv({ printHeading, call, upload }: TourClient): Promise<void> {
  printHeading('Import and export')
  const exportedTasks = String(await call(tasks.exportCsv, {}))
  await upload(tasks.importCsv, { name: 'sync_tasks_export.csv', content: exportedTasks })
  const [type] = await call(taskTypes.list, {})
  const newTask = `name,task_type,source_ss_id,target_ss_id\nFrom a file,${type?.name},file-source,file-target`
  await upload(tasks.importCsv, { name: 'new_task.csv', content: newTask })
  const imported = await newestChange(call, 'tasks_imported')
  await call(activity.previewUndo, { params: { id: imported } })
  await call(activity.undo, { params: { id: imported } })
  const exportedTypes = String(await call(taskTypes.exportCsv, {}))
  await upload(taskTypes.importCsv, { name: 'sync_task_types_export.csv', content: exportedTypes })
  await call(csvJobs.list, { query: { type: 'sync_task_type', limit: 5 } })
}

async function callSchedules({ printHeading, call }: TourClient, { affectsEverything }: TourData): Promise<void> {
  printHeading('Schedules')
  await call(schedules.list, {})
  await call(schedules.events, { query: {} })
  await call(pauses.get, {})
  const { scheduled_times } = await call(schedules.runAll, {})
  if (!affectsEverything) return
  await call(schedules.setRunAll, { body: { scheduled_times: ['06:30', '18:00'] } })
  await call(schedules.setRunAll, { body: { scheduled_times } })
  await call(pauses.set, { body: { until: new Date(Date.now() + DAY_MS).toISOString() } })
  await call(pauses.end, {})
}

async function callDevLogs({ printHeading, call }: TourClient, { affectsEverything }: TourData): Promise<void> {
  printHeading('Dev logs')
  await call(activity.list, { query: { limit: 5 } })
  await call(activity.exportCsv, { query: { days: 1 } })
  await call(devLogs.files, {})
  await call(devLogs.lines, { query: { file: 'nano_sync_out' } })
  if (affectsEverything) await call(devLogs.clear, { query: { file: 'nano_sync_err' } })
}

async function deleteAll({ printHeading, call }: TourClient, data: TourData): Promise<void> {
  printHeading('Clean up')
  await call(tasks.remove, { params: { id: data.taskId } })
  await call(trash.restoreTasks, { body: { task_ids: [data.taskId] } })
  await call(tasks.remove, { params: { id: data.taskId } })
  await call(trash.restore, { params: { id: await newestInTrash(call) } })
  await call(tasks.remove, { params: { id: data.taskId } })
  await call(trash.remove, { params: { id: await newestInTrash(call) } })
  if (data.affectsEverything) await call(tasks.removeAll, {})
  else await call(tasks.remove, { params: { id: data.otherTaskId } })
  await call(taskTypes.remove, { params: { id: data.otherTypeId } })
  await call(taskTypes.remove, { params: { id: data.typeId } })
}

async function newestChange(call: TourClient['call'], kind: ActivityKind): Promise<number> {
  const { entries } = await call(activity.list, { query: { kind, limit: 1 } })
  return entries[0]?.id ?? 0
}

async function newestInTrash(call: TourClient['call']): Promise<number> {
  const { entries } = await call(trash.list, { query: {} })
  return entries[0]?.id ?? 0
}
