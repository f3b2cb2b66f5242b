/** The fields of a task type the dependency rules need. */
export interface DependentType {
  readonly id: number
  readonly name: string
  readonly dependsOnId: number | null
}

/**
 * The types that must finish before a type can run, from the first prerequisite to the type itself; empty when it depends on
 * nothing. A looping chain is cut where it would repeat; a chain to an unknown type ends there.
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
 * Whether making a type depend on `dependsOnId` would close a loop: the chain from there leads back to the type, or meets any
 * type twice. `typeId` is null for an unsaved type, because no chain can lead to it.
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
