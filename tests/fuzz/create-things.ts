import { drive_v3 } from '@googleapis/drive'
import { sheets_v4 } from '@googleapis/sheets'
import { api } from '#contract/api.ts'
import type { TokenScope } from '#contract/api-token.ts'
import type { TaskType } from '#contract/task-type.ts'
import type { ApiClient } from '#tests/support/api-client.ts'
import type { ChangePath } from './things.ts'

/** Where nothing listens: alerts to it fail at once. */
export const UNUSED_ADDRESS = 'http://127.0.0.1:9/alerts'

/** The embedded provider of a running app. */
export interface Provider {
  readonly rootUrl: string
  readonly port: number
  readonly sheets: sheets_v4.Sheets
}

export async function connectProvider(app: ApiClient): Promise<Provider> {
  const { spreadsheet_url } = await app.call(api.operations.info, {})
  const { origin, port } = new URL(spreadsheet_url)
  const rootUrl = `${origin}/`
  return { rootUrl, port: Number(port), sheets: new sheets_v4.Sheets({ rootUrl, retry: false }) }
}

/** With a tab to copy. */
export async function createSpreadsheet({ sheets }: Provider): Promise<string> {
  const requestBody = { properties: { title: 'Fuzzed' }, sheets: [{ properties: { title: 'Plan' } }] }
  const { data } = await sheets.spreadsheets.create({ requestBody })
  const spreadsheetId = data.spreadsheetId ?? ''
  const values = [
    ['Name', 'Amount', 'When'],
    ['a', 1.5, '2026-01-01'],
    ['b', 2, true],
  ]
  await sheets.spreadsheets.values.update({
    spreadsheetId,
    range: 'Plan!A1',
    valueInputOption: 'RAW',
    requestBody: { values },
  })
  return spreadsheetId
}

/** Gives the next run something to copy. */
export async function changeSource({ sheets }: Provider, spreadsheetId: string): Promise<void> {
  const requestBody = { values: [[crypto.randomUUID()]] }
  await sheets.spreadsheets.values.update({ spreadsheetId, range: 'Plan!A2', valueInputOption: 'RAW', requestBody })
}

export async function shareWithEveryone({ rootUrl }: Provider, ids: readonly string[]): Promise<string> {
  const drive = new drive_v3.Drive({ rootUrl, retry: false })
  const requestBody = { type: 'anyone', role: 'writer' }
  const shared = ids.map((fileId) => drive.permissions.create({ fileId, requestBody }))
  return (await Promise.all(shared))[0]?.data.id ?? ''
}

export async function createType(member: ApiClient): Promise<TaskType> {
  return await member.call(api.taskTypes.create, { body: { name: crypto.randomUUID() } })
}

/** Creates a task that copies a tab to another spreadsheet. */
export async function createTask(
  member: ApiClient,
  { type, source, target }: { type: number; source: string; target: string },
): Promise<number> {
  const body = {
    sync_task_type_id: type,
    name: crypto.randomUUID(),
    source_ss_id: source,
    target_ss_id: target,
    source_sheet_name: 'Plan',
    target_sheet_name: 'Copy',
  }
  return (await member.call(api.tasks.create, { body })).id
}

export async function createChannel(member: ApiClient): Promise<number> {
  const body = { name: 'Fuzzed', kind: 'webhook', url: UNUSED_ADDRESS } as const
  return (await member.call(api.alertChannels.create, { body })).id
}

export async function createToken(
  member: ApiClient,
  scope: TokenScope = 'manage',
): Promise<{ id: number; token: string }> {
  return await member.call(api.apiTokens.create, { body: { name: 'fuzzer', scope } })
}

/** Imports a task, and returns the latest undoable imports. */
export async function importTask(
  member: ApiClient,
  { typeName, source }: { typeName: string; source: string },
): Promise<number[]> {
  const names = [crypto.randomUUID(), `"${typeName.replaceAll('"', '""')}"`, source, crypto.randomUUID()]
  const content = `name,task_type,source_ss_id,target_ss_id\n${names.join(',')}\n`
  await member.upload(api.tasks.importCsv, { name: 'tasks.csv', content })
  const { entries } = await member.call(api.activity.list, { query: { kind: 'tasks_imported', limit: 5 } })
  return entries.filter((entry) => entry.can_revert).map(({ id }) => id)
}

/** Changes tasks, and returns their latest revertible changes. */
export async function changeTasks(member: ApiClient, taskIds: readonly number[]): Promise<ChangePath[]> {
  for (const id of taskIds.slice(0, 2)) {
    await member.send(api.tasks.update, { params: { id }, body: { notes: crypto.randomUUID() } })
  }
  const { entries } = await member.call(api.activity.list, { query: { kind: 'task_changed', limit: 5 } })
  const isOurs = (id: number) => taskIds.includes(id)
  return entries.flatMap(({ id: change, can_revert, task_ids }) =>
    can_revert ? task_ids.filter(isOurs).map((id) => ({ id, change })) : [],
  )
}

/** The tasks deleted last. */
export async function lastDeletedTasks(member: ApiClient): Promise<number[]> {
  const { entries } = await member.call(api.activity.list, { query: { kind: 'task_deleted', limit: 5 } })
  return entries.flatMap(({ task_ids }) => task_ids)
}

export async function exportTasks(member: ApiClient): Promise<string> {
  return await (await member.send(api.tasks.exportCsv, {})).text()
}
