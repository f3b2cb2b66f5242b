import type { PlacedTask, TabGraph } from '#domain/tasks/overlaps.ts'
import type { TypePair } from './types-in-both-orders.ts'

/** A task, and whether it runs once its source was copied. */
export interface ChainTask extends PlacedTask {
  readonly typeId: number
  readonly followsSource: boolean
}

/** Maximum number of tasks whose runs a run waits for: the nearest ones. */
const MAX_UPSTREAM = 1000

/** The tasks that run once a task has copied: they copy on what it wrote. */
export function followersOf(graph: TabGraph<ChainTask>, task: ChainTask): ChainTask[] {
  return graph.readersOfTarget(task).filter(({ followsSource }) => followsSource)
}

interface Chains {
  graph: TabGraph<ChainTask>
  /** Whether the types of two tasks say that each runs before the other. */
  areInBothOrders: (pair: TypePair) => boolean
}

/**
 * The tasks for whose runs of the same wave a run waits: those that fill its source, directly or through others. It does not
 * wait for tasks that copy on what it writes itself, nor where the order of types says otherwise, so that no runs wait for
 * each other.
 */
export function upstreamOf({ graph, areInBothOrders }: Chains, task: ChainTask): ChainTask[] {
  const before = reachable(task, (from) => (from.followsSource ? graph.writersOfSource(from) : []))
  if (before.length === 0) return []
  const after = new Set(reachable(task, (from) => followersOf(graph, from)))
  return before
    .filter((other) => !after.has(other) && !areInBothOrders({ before: other.typeId, after: task.typeId }))
    .slice(0, MAX_UPSTREAM)
}

/** The nearest ones first, without the task itself. */
function reachable(task: ChainTask, next: (from: ChainTask) => readonly ChainTask[]): ChainTask[] {
  const reached = new Set([task])
  for (const from of reached) for (const other of next(from)) reached.add(other)
  return [...reached].slice(1)
}
