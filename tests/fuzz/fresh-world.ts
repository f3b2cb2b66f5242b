import { api } from '#contract/api.ts'
import { ApiClient } from '#tests/support/api-client.ts'
import { eventually } from '#tests/support/eventually.ts'
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
  type Provider,
  shareWithEveryone,
} from './create-things.ts'
import { NO_THINGS, type PreviewPath, type RunPath, type Things } from './things.ts'

const MEMBER = 'alan@example.com'
/** Maximum wait, however busy the machine is: only an endless run or preview takes longer. */
const MAX_WAIT_MS = 10 * 60_000

/** Things no other request uses, until some are used up. */
export interface FreshWorld {
  readonly things: Things
  /** Replaces all of them. */
  renew(): Promise<void>
}

export async function createFreshWorld(url: string): Promise<FreshWorld> {
  const member = new ApiClient(url)
  const provider = await connectProvider(member)
  const things = { ...NO_THINGS }
  return {
    things,
    async renew() {
      const { authenticated } = await member.call(api.auth.check, {})
      if (!authenticated) await member.signIn(MEMBER)
      await makeRoom(member)
      // Runs would wait for the end of a pause.
      await member.call(api.pauses.end, {})
      Object.assign(things, await createThings(member, provider))
    },
  }
}

/** A person can have so many tokens, and an installation so many channels. */
async function makeRoom(member: ApiClient): Promise<void> {
  for (const { id } of await member.call(api.apiTokens.list, {}))
    await member.call(api.apiTokens.revoke, { params: { id } })
  const { channels } = await member.call(api.alertChannels.list, {})
  for (const { id } of channels) await member.call(api.alertChannels.remove, { params: { id } })
}

async function createThings(member: ApiClient, provider: Provider): Promise<Things> {
  const [source, target] = [await createSpreadsheet(provider), await createSpreadsheet(provider)]
  const [type, otherType, emptyType] = [await createType(member), await createType(member), await createType(member)]
  const taskId = await createTask(member, { type: type.id, source, target })
  const runs = [await runTask(member, taskId)]
  await changeSource(provider, source)
  const token = await createToken(member)
  return {
    cookies: [member.jar.headerFor('/')],
    spreadsheetIds: [source, target],
    permissionId: await shareWithEveryone(provider, [source, target]),
    typeIds: [type, otherType, emptyType].map(({ id }) => id),
    allTypeIds: (await member.call(api.taskTypes.list, {})).map(({ id }) => id),
    taskIds: [taskId],
    runs,
    previews: [await previewTask(member, taskId)],
    channelIds: [await createChannel(member)],
    importIds: (await importTask(member, { typeName: otherType.name, source })).slice(0, 1),
    ...(await deleteTask(member, { type: otherType.id, source, target: crypto.randomUUID() })),
    changes: await changeTasks(member, [taskId]),
    sessionIds: (await member.call(api.sessions.list, {})).map(({ id }) => id),
    tokenIds: [token.id],
    tokens: [token.token],
    tasksCsv: await exportTasks(member),
  }
}

/** Runs a task, and waits until the run has ended. */
async function runTask(member: ApiClient, taskId: number): Promise<RunPath> {
  await member.call(api.tasks.execute, { params: { id: taskId }, body: {} })
  const { runs } = await eventually({
    what: 'a run to end',
    read: () => member.call(api.runs.list, { query: { task_id: taskId, limit: 1 } }),
    until: ({ runs: [run] }) => run !== undefined && run.ended_at !== null,
    timeoutMs: MAX_WAIT_MS,
  })
  const [run] = runs
  if (!run?.cells_changed) throw new Error(`The run of a new task changed nothing: ${JSON.stringify(run)}`)
  return { id: taskId, run: run.id }
}

/** Previews a task, and waits until it has been read. */
async function previewTask(member: ApiClient, taskId: number): Promise<PreviewPath> {
  const { id } = await member.call(api.previews.start, { body: { task_ids: [taskId] } })
  await eventually({
    what: 'a preview to be done',
    read: () => member.call(api.previews.get, { params: { id } }),
    until: (found) => !found.is_in_progress,
    timeoutMs: MAX_WAIT_MS,
  })
  return { id, task: taskId }
}

/** Creates a task and deletes it. */
async function deleteTask(
  member: ApiClient,
  fields: { type: number; source: string; target: string },
): Promise<Pick<Things, 'deletedTaskIds' | 'deletionIds'>> {
  const id = await createTask(member, fields)
  await member.call(api.tasks.remove, { params: { id } })
  const { entries } = await member.call(api.trash.list, { query: { limit: 1 } })
  return { deletedTaskIds: [id], deletionIds: entries.map((entry) => entry.id) }
}
