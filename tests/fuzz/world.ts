import { setTimeout as delay } from 'node:timers/promises'
import { drive_v3 } from '@googleapis/drive'
import { sheets_v4 } from '@googleapis/sheets'
import { CallFailed } from '#client/call-failed.ts'
import { api } from '#contract/api.ts'
import { TokenScope } from '#contract/api-token.ts'
import type { Run } from '#contract/run.ts'
import { ApiClient } from '#tests/support/api-client.ts'

const MEMBERS = ['ada', 'grace', 'edsger', 'barbara', 'donald', 'margaret']
const SPREADSHEETS = 3
/** With the pause, more than the minute after which the rate limit lets people sign in again. */
const MAX_REPAIRS = 40
const RETRY_MS = 2000
const MAX_LISTED = 40
/** Where nothing listens: alerts to it fail at once. */
export const UNUSED_ADDRESS = 'http://127.0.0.1:9/alerts'

/** What requests can refer to. All of it changes and vanishes while the fuzzer runs. */
export interface World {
  /** `Cookie` headers of signed-in members. */
  readonly cookies: readonly string[]
  readonly typeIds: readonly number[]
  readonly taskIds: readonly number[]
  /** Runs that changed cells, and their tasks. */
  readonly runs: readonly RunPath[]
  readonly previewIds: readonly number[]
  readonly channelIds: readonly number[]
  /** Entries of Activity that can be undone. */
  readonly importIds: readonly number[]
  /** What was deleted together. */
  readonly deletionIds: readonly number[]
  /** Entries of Activity that can be put back, and their tasks. */
  readonly changes: readonly ChangePath[]
  readonly spreadsheetIds: readonly string[]
  /** Who may use every one of them. */
  readonly permissionId: string
  /** Of all members; each can end their own. */
  readonly sessionIds: readonly string[]
  /** Of all members; each can revoke their own. */
  readonly tokenIds: readonly number[]
  /** API tokens, of every scope; some have been revoked. */
  readonly tokens: readonly string[]
  /** An export of the tasks, to import. */
  readonly tasksCsv: string
  readonly sheetsPort: number
  readonly appPort: number
  /** Signs members in again who were signed out, and creates again what was deleted. */
  repair(): Promise<void>
}

/** What names a run in a path. */
export interface RunPath {
  id: number
  run: number
}

/** What names a change of a task in a path. */
export interface ChangePath {
  id: number
  change: number
}

interface State {
  cookies: string[]
  typeIds: number[]
  taskIds: number[]
  runs: RunPath[]
  previewIds: number[]
  channelIds: number[]
  importIds: number[]
  deletionIds: number[]
  changes: ChangePath[]
  spreadsheetIds: string[]
  permissionId: string
  sessionIds: string[]
  tokenIds: number[]
  tokens: string[]
  tasksCsv: string
}

/** Fills a new app with members, task types, tasks and spreadsheets. */
export async function createWorld(url: string): Promise<World> {
  const state: State = {
    cookies: [],
    typeIds: [],
    taskIds: [],
    runs: [],
    previewIds: [],
    channelIds: [],
    importIds: [],
    deletionIds: [],
    changes: [],
    spreadsheetIds: [],
    permissionId: '',
    sessionIds: [],
    tokenIds: [],
    tokens: [],
    tasksCsv: '',
  }
  const { spreadsheet_url } = await new ApiClient(url).call(api.operations.info, {})
  const rootUrl = `${new URL(spreadsheet_url).origin}/`
  const sheets = new sheets_v4.Sheets({ rootUrl, retry: false })
  const clients = MEMBERS.map((name) => ({ client: new ApiClient(url), email: `${name}@example.com` }))

  /** The members who are signed in. Those whom a request signed out come back as soon as the rate limit allows. */
  async function signIn(): Promise<ApiClient[]> {
    const present: ApiClient[] = []
    for (const { client, email } of clients) {
      const isSignedIn = async () => (await client.call(api.auth.check, {})).authenticated
      if ((await isSignedIn()) || (await client.signIn(email).then(isSignedIn, () => false))) present.push(client)
    }
    state.cookies = present.map(({ jar }) => jar.headerFor('/'))
    return present
  }

  async function refill(members: readonly ApiClient[]): Promise<void> {
    const [member] = members
    if (!member) throw new Error('Nobody can sign in')
    state.spreadsheetIds = await spreadsheetsOf(sheets, state.spreadsheetIds)
    state.permissionId = await shareWithEveryone(rootUrl, state.spreadsheetIds)
    state.typeIds = await typesOf(member)
    state.taskIds = await tasksOf(member, state)
    for (const id of state.spreadsheetIds) await changeSource(sheets, id)
    state.runs = await runsOf(member, state)
    state.previewIds = await previewsOf(member, state)
    state.channelIds = await channelsOf(member)
    state.importIds = await importsOf(member, state)
    state.deletionIds = (await member.call(api.trash.list, { query: {} })).entries.map(({ id }) => id)
    state.changes = await changesOf(member, state)
    const sessions = await Promise.all(members.map((each) => each.call(api.sessions.list, {})))
    state.sessionIds = sessions.flat().map(({ id }) => id)
    state.tokenIds = (await Promise.all(members.map((each, index) => tokensOf(each, { state, index })))).flat()
    state.tasksCsv = await (await member.send(api.tasks.exportCsv, {})).text()
  }

  const world = {
    ...state,
    sheetsPort: Number(new URL(rootUrl).port),
    appPort: Number(new URL(url).port),
    async repair() {
      for (let attempt = 1; ; attempt += 1) {
        try {
          await refill(await signIn())
          Object.assign(world, state)
          return
        } catch (error) {
          // A request of the last round that signs people out, or deletes what was just read, may still be in progress.
          if (attempt === MAX_REPAIRS) throw error
          await delay(RETRY_MS)
        }
      }
    },
  }
  await world.repair()
  return world
}

async function spreadsheetsOf(sheets: sheets_v4.Sheets, known: readonly string[]): Promise<string[]> {
  const kept: string[] = []
  for (const spreadsheetId of known) {
    const isThere = await sheets.spreadsheets.get({ spreadsheetId, fields: 'sheets.properties.title' }).then(
      ({ data }) => data.sheets?.some(({ properties }) => properties?.title === 'Plan'),
      () => false,
    )
    if (isThere) kept.push(spreadsheetId)
  }
  while (kept.length < SPREADSHEETS) {
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
    kept.push(spreadsheetId)
  }
  return kept
}

/** Gives the next run something to copy. */
async function changeSource(sheets: sheets_v4.Sheets, spreadsheetId: string): Promise<void> {
  const requestBody = { values: [[crypto.randomUUID()]] }
  await sheets.spreadsheets.values.update({ spreadsheetId, range: 'Plan!A2', valueInputOption: 'RAW', requestBody })
}

async function shareWithEveryone(rootUrl: string, ids: readonly string[]): Promise<string> {
  const drive = new drive_v3.Drive({ rootUrl, retry: false })
  const requestBody = { type: 'anyone', role: 'writer' }
  const shared = ids.map((fileId) => drive.permissions.create({ fileId, requestBody }))
  return (await Promise.all(shared))[0]?.data.id ?? ''
}

async function tokensOf(member: ApiClient, { state, index }: { state: State; index: number }): Promise<number[]> {
  const ids = (await member.call(api.apiTokens.list, {})).map(({ id }) => id)
  if (ids.length > 0) return ids
  const [scope = 'read'] = TokenScope.options.slice(index % TokenScope.options.length)
  const { id, token } = await member.call(api.apiTokens.create, { body: { name: 'fuzzer', scope } })
  state.tokens.push(token)
  return [id]
}

async function typesOf(member: ApiClient): Promise<number[]> {
  const types = await member.call(api.taskTypes.list, {})
  const ids = types.map(({ id }) => id)
  while (ids.length < 2) {
    const created = await member.call(api.taskTypes.create, { body: { name: crypto.randomUUID() } })
    ids.push(created.id)
  }
  return ids.slice(0, MAX_LISTED)
}

async function tasksOf(member: ApiClient, { typeIds, spreadsheetIds }: State): Promise<number[]> {
  const { syncTasks } = await member.call(api.tasks.list, { query: { limit: MAX_LISTED } })
  const ids = syncTasks.map(({ id }) => id)
  const [source = '', ...targets] = spreadsheetIds
  for (const target of targets) {
    if (ids.length >= 2) break
    const body = {
      sync_task_type_id: typeIds[0] ?? 0,
      name: crypto.randomUUID(),
      source_ss_id: source,
      target_ss_id: target,
      source_sheet_name: 'Plan',
      target_sheet_name: 'Copy',
    }
    const id = await member.call(api.tasks.create, { body }).then(
      (task) => task.id,
      (error: unknown) => {
        // Another request made a task for these spreadsheets.
        if (error instanceof CallFailed && error.status < 500) return undefined
        throw error
      },
    )
    if (id !== undefined) ids.push(id)
  }
  return ids
}

async function runsOf(member: ApiClient, { taskIds, spreadsheetIds }: State): Promise<RunPath[]> {
  const { runs } = await member.call(api.runs.list, { query: { limit: MAX_LISTED } })
  const isOurs = ({ task_id, cells_changed }: Run) => cells_changed > 0 && taskIds.includes(task_id)
  const { syncTasks } = await member.call(api.tasks.list, { query: { limit: MAX_LISTED } })
  const canCopy = syncTasks.filter(
    (task) => task.is_active && [task.source_ss_id, task.target_ss_id].every((id) => spreadsheetIds.includes(id)),
  )
  // The next round finds what these runs changed.
  for (const { id } of canCopy.slice(0, 2)) await member.send(api.tasks.execute, { params: { id }, body: {} })
  return runs.filter(isOurs).map(({ id, task_id }) => ({ id: task_id, run: id }))
}

/** The last preview that the fuzzer started, as long as it is kept. */
async function previewsOf(member: ApiClient, { taskIds, previewIds }: State): Promise<number[]> {
  const body = { task_ids: taskIds.slice(0, 1) }
  const { id } = await member.call(api.previews.start, { body }).catch((error: unknown) => {
    // A member has several of them in progress already, or a request deleted the task.
    if (error instanceof CallFailed && error.status < 500) return { id: previewIds[0] }
    throw error
  })
  return id === undefined ? [] : [id]
}

async function channelsOf(member: ApiClient): Promise<number[]> {
  const { channels } = await member.call(api.alertChannels.list, {})
  const ids = channels.map(({ id }) => id)
  // Leave places for the channels that requests create.
  for (const id of ids.splice(MAX_LISTED / 2)) await member.send(api.alertChannels.remove, { params: { id } })
  if (ids.length > 0) return ids
  const body = { name: 'Fuzzed', kind: 'webhook', url: UNUSED_ADDRESS } as const
  return [(await member.call(api.alertChannels.create, { body })).id]
}

/** The imports that created or changed tasks; each time one more is made. */
async function importsOf(member: ApiClient, { spreadsheetIds: [source = ''] }: State): Promise<number[]> {
  // Behind the tasks that can be copied.
  const type = (await member.call(api.taskTypes.list, {})).at(-1)
  const names = [crypto.randomUUID(), `"${type?.name.replaceAll('"', '""')}"`, source, crypto.randomUUID()]
  const content = `name,task_type,source_ss_id,target_ss_id\n${names.join(',')}\n`
  await member.upload(api.tasks.importCsv, { name: 'tasks.csv', content })
  const { entries } = await member.call(api.activity.list, { query: { kind: 'tasks_imported', limit: 5 } })
  return entries.filter((entry) => entry.can_put_back).map(({ id }) => id)
}

/** Changes of tasks; each time one more is made. */
async function changesOf(member: ApiClient, { taskIds }: State): Promise<ChangePath[]> {
  for (const id of taskIds.slice(0, 2)) {
    await member.send(api.tasks.update, { params: { id }, body: { notes: crypto.randomUUID() } })
  }
  const { entries } = await member.call(api.activity.list, { query: { kind: 'task_changed', limit: 5 } })
  const isOurs = (id: number) => taskIds.includes(id)
  return entries.flatMap(({ id: change, can_put_back, task_ids }) =>
    can_put_back ? task_ids.filter(isOurs).map((id) => ({ id, change })) : [],
  )
}
