import { setTimeout as delay } from 'node:timers/promises'
import { CallFailed } from '#client/call-failed.ts'
import { api } from '#contract/api.ts'
import { TokenScope } from '#contract/api-token.ts'
import type { Run } from '#contract/run.ts'
import type { Task } from '#contract/task.ts'
import { ApiClient } from '#tests/support/api-client.ts'
import {
  changeSource,
  changeTasks,
  connectProvider,
  createChannel,
  createSpreadsheet,
  createTask,
  createToken,
  createType,
  exportTasks,
  importTask,
  lastDeletedTasks,
  type Provider,
  shareWithEveryone,
} from './create-things.ts'
import { NO_THINGS, type PreviewPath, type RunPath, type Things } from './things.ts'

const MEMBERS = ['ada', 'grace', 'edsger', 'barbara', 'donald', 'margaret']
const SPREADSHEETS = 3
/** Maximum repairs; with the pause, they take more than the minute after which the rate limit lets people sign in again. */
const MAX_REPAIRS = 40
const RETRY_MS = 2000
const MAX_LISTED = 40

/** Things that change and vanish while the fuzzer runs. */
export interface World {
  readonly things: Things
  /** Signs in the members who are signed out, and creates missing things. */
  repair(): Promise<void>
}

type State = { -readonly [Name in keyof Things]: Things[Name] }

/** Members, task types, tasks and spreadsheets of an app, once `repair` has created them. */
export async function createWorld(url: string): Promise<World> {
  const things: State = { ...NO_THINGS }
  const clients = MEMBERS.map((name) => ({ client: new ApiClient(url), email: `${name}@example.com` }))
  const provider = await connectProvider(new ApiClient(url))

  /** The members who are signed in. Members signed out by a request come back as soon as the rate limit allows. */
  async function signIn(): Promise<ApiClient[]> {
    const present: ApiClient[] = []
    for (const { client, email } of clients) {
      const isSignedIn = async () => (await client.call(api.auth.check, {})).authenticated
      if ((await isSignedIn()) || (await client.signIn(email).then(isSignedIn, () => false))) present.push(client)
    }
    return present
  }

  async function repair(): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await refill(things, { members: await signIn(), provider })
      } catch (error) {
        if (attempt === MAX_REPAIRS) {
          // The other requests can do without the missing things.
          if (isRefusal(error)) return
          throw error
        }
        // A request of the last round that signs people out, or deletes things just read, may still be in progress.
        await delay(RETRY_MS)
      }
    }
  }
  return { things, repair }
}

async function refill(
  state: State,
  { members, provider }: { members: readonly ApiClient[]; provider: Provider },
): Promise<void> {
  const [member] = members
  if (!member) throw new Error('Nobody can sign in')
  // Runs would wait for the end of a pause.
  await member.call(api.pauses.end, {})
  state.cookies = members.map(({ jar }) => jar.headerFor('/'))
  state.spreadsheetIds = await refillSpreadsheets(provider, state.spreadsheetIds)
  state.permissionId = await shareWithEveryone(provider, state.spreadsheetIds)
  state.allTypeIds = await refillTypes(member)
  state.typeIds = state.allTypeIds.slice(0, MAX_LISTED)
  state.taskIds = await refillTasks(member, state)
  for (const id of state.spreadsheetIds) await changeSource(provider, id)
  state.runs = await refillRuns(member, state)
  state.previews = await refillPreviews(member, state)
  state.channelIds = await refillChannels(member)
  state.importIds = await refillImports(member, state)
  state.deletionIds = (await member.call(api.trash.list, { query: {} })).entries.map(({ id }) => id)
  state.deletedTaskIds = await lastDeletedTasks(member)
  state.changes = await changeTasks(member, state.taskIds)
  const sessions = await Promise.all(members.map((each) => each.call(api.sessions.list, {})))
  state.sessionIds = sessions.flat().map(({ id }) => id)
  const tokens = await Promise.all(members.map(refillTokens))
  state.tokenIds = tokens.flatMap(({ ids }) => ids)
  state.tokens = [...state.tokens, ...tokens.flatMap(({ created }) => created)]
  state.tasksCsv = await exportTasks(member)
}

/** Whether earlier requests have made a call impossible, and not a fault of the server. */
function isRefusal(error: unknown): boolean {
  return error instanceof CallFailed && error.status < 500
}

async function refillSpreadsheets(provider: Provider, known: readonly string[]): Promise<string[]> {
  const kept: string[] = []
  for (const spreadsheetId of known) {
    const isThere = await provider.sheets.spreadsheets.get({ spreadsheetId, fields: 'sheets.properties.title' }).then(
      ({ data }) => data.sheets?.some(({ properties }) => properties?.title === 'Plan'),
      () => false,
    )
    if (isThere) kept.push(spreadsheetId)
  }
  while (kept.length < SPREADSHEETS) kept.push(await createSpreadsheet(provider))
  return kept
}

async function refillTokens(member: ApiClient, index: number): Promise<{ ids: number[]; created: string[] }> {
  const ids = (await member.call(api.apiTokens.list, {})).map(({ id }) => id)
  if (ids.length > 0) return { ids, created: [] }
  const { id, token } = await createToken(member, TokenScope.options[index % TokenScope.options.length])
  return { ids: [id], created: [token] }
}

async function refillTypes(member: ApiClient): Promise<number[]> {
  const ids = (await member.call(api.taskTypes.list, {})).map(({ id }) => id)
  while (ids.length < 2) ids.push((await createType(member)).id)
  return ids
}

/** Tasks, copyable tasks first; never empty. */
async function refillTasks(member: ApiClient, { typeIds: [type = 0], spreadsheetIds }: State): Promise<number[]> {
  const { syncTasks } = await member.call(api.tasks.list, { query: { limit: MAX_LISTED } })
  const copyable = syncTasks.filter((task) => canCopy(task, spreadsheetIds)).map(({ id }) => id)
  const [source = '', ...targets] = spreadsheetIds
  for (const target of targets) {
    if (copyable.length >= 2) break
    const id = await createTask(member, { type, source, target }).catch((error: unknown) => {
      // Another request made a task for these spreadsheets.
      if (isRefusal(error)) return undefined
      throw error
    })
    if (id !== undefined) copyable.push(id)
  }
  return [...new Set([...copyable, ...syncTasks.map(({ id }) => id)])].slice(0, MAX_LISTED)
}

function canCopy(task: Task, spreadsheetIds: readonly string[]): boolean {
  return task.is_active && [task.source_ss_id, task.target_ss_id].every((id) => spreadsheetIds.includes(id))
}

async function refillRuns(member: ApiClient, { taskIds, spreadsheetIds }: State): Promise<RunPath[]> {
  const { runs } = await member.call(api.runs.list, { query: { limit: MAX_LISTED } })
  const isOurs = ({ task_id, cells_changed }: Run) => cells_changed > 0 && taskIds.includes(task_id)
  const { syncTasks } = await member.call(api.tasks.list, { query: { limit: MAX_LISTED } })
  // The next round finds the changes of these runs.
  for (const { id } of syncTasks.filter((task) => canCopy(task, spreadsheetIds)).slice(0, 2)) {
    await member.send(api.tasks.execute, { params: { id }, body: {} })
  }
  return runs.filter(isOurs).map(({ id, task_id }) => ({ id: task_id, run: id }))
}

/** The last preview the fuzzer started, as long as it is kept. */
async function refillPreviews(member: ApiClient, { taskIds, previews }: State): Promise<readonly PreviewPath[]> {
  const [task = 0] = taskIds
  return await member.call(api.previews.start, { body: { task_ids: [task] } }).then(
    ({ id }) => [{ id, task }],
    (error: unknown) => {
      // A member has several of them in progress already, or a request deleted the task.
      if (isRefusal(error)) return previews
      throw error
    },
  )
}

async function refillChannels(member: ApiClient): Promise<number[]> {
  const { channels } = await member.call(api.alertChannels.list, {})
  const ids = channels.map(({ id }) => id)
  // Leave places for channels created by requests.
  for (const id of ids.splice(MAX_LISTED / 2)) await member.send(api.alertChannels.remove, { params: { id } })
  return ids.length > 0 ? ids : [await createChannel(member)]
}

/** The imports that created or changed tasks. Makes another import each time. */
async function refillImports(member: ApiClient, { spreadsheetIds: [source = ''] }: State): Promise<number[]> {
  // Behind the copyable tasks.
  const type = (await member.call(api.taskTypes.list, {})).at(-1)
  return await importTask(member, { typeName: type?.name ?? '', source })
}
