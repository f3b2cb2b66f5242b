import { setTimeout as delay } from 'node:timers/promises'
import { api } from '#contract/api.ts'
import type { ApiClient } from '#tests/support/api-client.ts'
import { MISSING_TAB } from './alarm.ts'
import type { ChaosNode } from './chaos-node.ts'
import { type CallRecord, callNode } from './node-client.ts'
import { collectOngoing } from './ongoing.ts'
import type { Random } from './random.ts'
import type { ChaosTask, ChaosType, World } from './world.ts'

interface WorkloadOptions {
  readonly nodes: readonly ChaosNode[]
  /** Signed in at the node with the same index. */
  readonly clients: readonly ApiClient[]
  readonly world: World
  readonly random: Random
  readonly signal: AbortSignal
}

interface Hands {
  run(task: ChaosTask): Promise<CallRecord>
  stop(task: ChaosTask): Promise<CallRecord>
  runGroup(type: ChaosType): Promise<CallRecord>
  stopGroup(type: ChaosType): Promise<CallRecord>
  runAll(): Promise<CallRecord>
  stopAll(): Promise<CallRecord>
  limit(type: ChaosType, limit: number): Promise<CallRecord>
  reposition(task: ChaosTask): Promise<CallRecord>
  nameSource(task: ChaosTask, tab: string): Promise<CallRecord>
}

/** Users at all nodes at once: they run, stop and change tasks, and edit sources, until the signal aborts. */
export async function startWorkload(options: WorkloadOptions): Promise<CallRecord[]> {
  const { world, random, signal } = options
  const calls: CallRecord[] = []
  const ongoing = collectOngoing()
  while (!signal.aborted) {
    await delay(random.between(50, 500))
    const hands = createHands(options)
    ongoing.add(actOnce({ hands, world, random }).then((made) => void calls.push(...made)))
  }
  await ongoing.settle()
  return calls
}

/** Runs every task once; the calls of a quiet system, after the chaos. */
export async function runAllTasks(options: Omit<WorkloadOptions, 'signal'>): Promise<CallRecord> {
  return await createHands(options).runAll()
}

/** Stops every task. */
export async function stopAllTasks(options: Omit<WorkloadOptions, 'signal'>): Promise<CallRecord> {
  return await createHands(options).stopAll()
}

async function actOnce({
  hands,
  world,
  random,
}: {
  hands: Hands
  world: World
  random: Random
}): Promise<CallRecord[]> {
  const task = random.pick(world.tasks)
  const [type, other] = random.shuffle(world.types)
  if (!type || !other) return []
  const choice = random.next()
  if (choice < 0.45) return [await hands.run(task)]
  if (choice < 0.57) return [await hands.runGroup(type)]
  if (choice < 0.65) return [await hands.runAll()]
  if (choice < 0.71) return [await hands.stop(task)]
  if (choice < 0.75) return await Promise.all([hands.stopGroup(type), hands.stopGroup(other)])
  if (choice < 0.76) return [await hands.stopAll()]
  if (choice < 0.8) return [await hands.limit(type, random.between(1, 4))]
  if (choice < 0.84) return [await hands.reposition(task)]
  if (choice < 0.88) {
    const named = await hands.nameSource(world.alarm, random.pick([MISSING_TAB, world.alarm.name]))
    return [named, await hands.run(world.alarm)]
  }
  await world.changeSource(task)
  return []
}

/** Makes each call at a random node. */
function createHands({ nodes, clients, world, random }: Omit<WorkloadOptions, 'signal'>): Hands {
  const all = world.tasks.map((task) => task.id)
  const ofType = (type: ChaosType) => world.tasks.filter((task) => task.typeId === type.id).map((task) => task.id)
  const call = (request: Parameters<typeof callNode>[1]) => {
    const index = random.between(0, nodes.length - 1)
    const [node, client] = [nodes[index], clients[index]]
    if (!node || !client) throw new Error(`There is no node ${index}`)
    return callNode({ url: node.url, api: client }, request)
  }
  const { tasks, taskTypes } = api
  return {
    run: ({ id }) => call({ action: 'run', route: tasks.execute, params: { id }, body: {}, taskIds: [id] }),
    stop: ({ id }) => call({ action: 'stop', route: tasks.stop, params: { id }, taskIds: [id] }),
    runGroup: (type) => call({ action: 'run group', route: taskTypes.runGroup, params: type, taskIds: ofType(type) }),
    stopGroup: (type) =>
      call({ action: 'stop group', route: taskTypes.stopGroup, params: type, taskIds: ofType(type) }),
    runAll: () => call({ action: 'run all', route: tasks.executeAll, taskIds: all }),
    stopAll: () => call({ action: 'stop all', route: tasks.stopAll, taskIds: all }),
    limit: (type, limit) =>
      call({
        action: 'limit',
        route: taskTypes.update,
        params: type,
        body: { allowed_concurrent_tasks: limit },
        taskIds: [],
      }),
    nameSource: ({ id }, tab) =>
      call({
        action: 'name source',
        route: tasks.update,
        params: { id },
        body: { source_sheet_name: tab },
        taskIds: [],
      }),
    reposition: ({ id }) =>
      call({
        action: 'reposition',
        route: tasks.reposition,
        params: { id },
        body: { action: random.pick(['front', 'back', 'up', 'down']) },
        taskIds: [],
      }),
  }
}
