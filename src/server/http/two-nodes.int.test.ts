import { randomBytes, randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { presentTasks } from '#server/http/present/present-task.ts'
import { inSnapshot } from '#server/storage/database.ts'
import { tasks, taskTypes } from '#server/storage/live-tables.ts'
import { runs, taskLogs } from '#server/storage/schema.ts'
import { appendTaskLogs, clearTaskLogs } from '#server/task-logs/task-logs.ts'
import { requireTask, taskIdsInOrder } from '#server/tasks/read-tasks.ts'
import { adminUrl } from '#tests/support/postgres-server.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

const TASKS = 3
const AT = new Date('2030-03-04T05:06:07Z')
const SESSION_SECRET = randomBytes(32).toString('hex')

const hasServer = adminUrl() !== undefined
let nodes: TestApp[] = []
let typeId: number
beforeAll(async () => {
  if (!hasServer) return
  const first = await startTestApp({ env: { SESSION_SECRET } })
  nodes = [first]
  const { database } = first.context.config
  const env = { SESSION_SECRET, DATABASE_URL: 'databaseUrl' in database ? database.databaseUrl : '' }
  nodes.push(await startTestApp({ env }))
  typeId = (await first.member.call(api.taskTypes.create, { body: { name: 'Ledgers' } })).id
  for (let count = 0; count < TASKS; count += 1) await addTask(first)
})
afterAll(async () => {
  for (const node of nodes.toReversed()) await node[Symbol.asyncDispose]()
})

async function addTask({ member }: TestApp): Promise<void> {
  const body = { sync_task_type_id: typeId, source_ss_id: randomUUID(), target_ss_id: randomUUID() }
  await member.call(api.tasks.create, { body })
}

/** Changes of the first task or of another task that make a reply outdated. */
const changes: Record<string, (node: TestApp, taskId: number) => Promise<unknown>> = {
  add: (node) => addTask(node),
  remove: ({ member }, id) => member.call(api.tasks.remove, { params: { id } }),
  rename: ({ member }, id) => member.call(api.tasks.update, { params: { id }, body: { name: randomUUID() } }),
  move: ({ member }, id) => member.call(api.tasks.reposition, { params: { id }, body: { action: 'back' } }),
  toggle: async ({ member, context }, id) => {
    const { isActive } = await requireTask(context.database.orm, id)
    await member.call(api.tasks.toggleActive, { params: { id }, body: { is_active: !isActive } })
  },
  renameType: ({ context }) => context.database.orm.update(taskTypes).set({ name: randomUUID() }),
  toggleLog: async ({ context: { database } }, taskId) => {
    const line = { taskId, runId: null, level: 'INFO', message: 'Copied', at: AT } as const
    const hasLines = (await database.orm.$count(taskLogs, eq(taskLogs.taskId, taskId))) > 0
    await (hasLines ? clearTaskLogs(database.orm, taskId) : appendTaskLogs(database.orm, [line]))
  },
  run: ({ context }, taskId) =>
    context.database.orm.transaction(async (tx) => {
      const ended = { status: 'Success', queuedAt: AT, startedAt: AT, endedAt: new Date(AT.getTime() + 7000) } as const
      const [run] = await tx
        .insert(runs)
        .values({ taskId, waveId: randomUUID(), triggeredBy: 'ada', rowsDone: 7, ...ended })
        .returning({ id: runs.id })
      await tx.update(tasks).set({ currentRunId: run?.id, lastSuccessAt: AT }).where(eq(tasks.id, taskId))
    }),
}

/** Reads the list of tasks as a node presents it. */
async function readList({ context }: TestApp) {
  return await inSnapshot(context.database.orm, async (tx) =>
    presentTasks({ ...context, orm: tx }, await taskIdsInOrder(tx)),
  )
}

test.skipIf(!hasServer).each(Object.entries(changes))(
  'who asks a node after a change at another one receives it, in the list and in the status of all: %s',
  async (_what, change) => {
    for (const [node, other] of [nodes, nodes.toReversed()]) {
      if (!node || !other) throw new Error('The nodes have not started')
      const before = await readReplies(other)
      const [taskId = 0] = await taskIdsInOrder(node.context.database.orm)
      await change(node, taskId)
      const { list, states } = await readReplies(other)
      expect(list).not.toEqual(before.list)
      expect(list).toEqual(await readList(node))
      expect(Object.keys(states)).toHaveLength(list.length)
      for (const task of list) expect(task).toMatchObject(states[task.id] ?? { is_listed: false })
    }
  },
)

async function readReplies({ member }: TestApp) {
  const { syncTasks } = await member.call(api.tasks.list, { query: {} })
  const { all_running_status } = await member.call(api.tasks.statusAll, {})
  return { list: syncTasks, states: all_running_status }
}
