import type { PlacedTask, TabGraph } from '#domain/tasks/overlaps.ts'
import type { WrittenTab } from '#domain/tasks/task-places.ts'
import type { TypePair } from './types-in-both-orders.ts'

/** A task, and whether it runs after its source was copied. */
export interface ChainTask extends PlacedTask {
  readonly typeId: number
  readonly followsSource: boolean
}

/** Maximum number of upstream tasks a run waits for, the nearest first. */
const MAX_UPSTREAM = 1000

/** Tasks that run after a task because they copy from its targets, or from some of these tabs. */
export function listFollowers(graph: TabGraph<ChainTask>, task: ChainTask, tabs?: readonly WrittenTab[]): ChainTask[] {
  return graph.readersOfTarget(task, tabs).filter(({ followsSource }) => followsSource)
}

interface Chains {
  graph: TabGraph<ChainTask>
  /** Whether the types of two tasks each require the other to run first. */
  areInBothOrders: (pair: TypePair) => boolean
}

/**
 * Upstream tasks a run waits for in its wave. It waits neither for downstream tasks nor against the order of types, so no runs
 * wait for each other.
 */
export function listUpstream({ graph, areInBothOrders }: Chains, task: ChainTask): ChainTask[] {
  const before = reachable(task, (from) => (from.followsSource ? graph.writersOfSource(from) : []))
  if (before.length === 0) return []
  const after = new Set(reachable(task, (from) => listFollowers(graph, from)))
  return before
    .filter((other) => !after.has(other) && !areInBothOrders({ before: other.typeId, after: task.typeId }))
    .slice(0, MAX_UPSTREAM)
}

/** Lists reachable tasks without the task itself, the nearest first. */
function reachable(task: ChainTask, next: (from: ChainTask) => readonly ChainTask[]): ChainTask[] {
  const reached = new Set([task])
  for (const from of reached) for (const other of next(from)) reached.add(other)
  return [...reached].slice(1)
}
