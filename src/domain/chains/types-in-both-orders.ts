import type { DependentType } from '#domain/tasks/dependency.ts'

/** Types of two tasks: the second task copies from the target of the first. */
export interface TypePair {
  readonly before: number
  readonly after: number
}

/**
 * Whether two types must run in both orders: a chain leads from the first to the second, and the first depends on the
 * second, directly or through further types. If runs waited in both directions, none would ever start.
 */
export function typesInBothOrders({
  types,
  links,
}: {
  types: readonly DependentType[]
  /** From all pairs of tasks where the second follows the first. */
  links: readonly TypePair[]
}): (pair: TypePair) => boolean {
  const dependencies = types.flatMap(({ id, dependsOnId }) =>
    dependsOnId === null ? [] : [{ before: dependsOnId, after: id }],
  )
  if (dependencies.length === 0) return () => false
  const next = new Map<number, Set<number>>()
  for (const { before, after } of [...dependencies, ...links]) {
    const known = next.get(before)
    if (known) known.add(after)
    else next.set(before, new Set([after]))
  }
  const closures = new Map<number, ReadonlySet<number>>()
  const leadsTo = (from: number, to: number) => {
    const closure = closures.get(from) ?? reachable(next, from)
    closures.set(from, closure)
    return closure.has(to)
  }
  const looping = dependencies.filter(({ before, after }) => leadsTo(after, before))
  return ({ before, after }) =>
    looping.some((loop) => leadsTo(after, loop.before) && leadsTo(loop.before, before)) && leadsTo(before, after)
}

/** Lists the types reachable from a type, including the type itself. */
function reachable(next: ReadonlyMap<number, ReadonlySet<number>>, from: number): Set<number> {
  const reached = new Set([from])
  for (const id of reached) for (const other of next.get(id) ?? []) reached.add(other)
  return reached
}
