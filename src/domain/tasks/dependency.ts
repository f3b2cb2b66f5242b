/** What the rules of dependency need to know of a task type. */
export interface DependentType {
  readonly id: number
  readonly name: string
  readonly dependsOnId: number | null
}

/**
 * The types that must be done before a type may run, from the first prerequisite to the type itself; empty when it
 * depends on nothing. A chain that loops is cut where it would repeat, one that leads to an unknown type ends there.
 */
export function dependencyChain<T extends DependentType>({
  typeId,
  types,
}: {
  typeId: number
  types: readonly T[]
}): T[] {
  const typeById = new Map(types.map((type) => [type.id, type]))
  const chain = new Set<T>()
  let type = typeById.get(typeId)
  while (type && !chain.has(type)) {
    chain.add(type)
    type = type.dependsOnId === null ? undefined : typeById.get(type.dependsOnId)
  }
  return chain.size > 1 ? [...chain].reverse() : []
}

/**
 * Whether a type that came to depend on `dependsOnId` would close a loop: following the chain from there leads back to
 * the type, or meets any type twice. `typeId` is null for a type that is not saved yet, which nothing can lead back to.
 */
export function closesLoop({
  typeId,
  dependsOnId,
  types,
}: {
  typeId: number | null
  dependsOnId: number | null
  types: readonly DependentType[]
}): boolean {
  const typeById = new Map(types.map((type) => [type.id, type]))
  const met = new Set<number>()
  let id = dependsOnId
  while (id !== null) {
    if (id === typeId || met.has(id)) return true
    met.add(id)
    id = typeById.get(id)?.dependsOnId ?? null
  }
  return false
}
