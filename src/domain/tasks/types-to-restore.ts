import type { DependentType } from './dependency.ts'

/** A task type, possibly in the trash. */
export interface TrashableType extends DependentType {
  readonly isDeleted: boolean
}

interface Plan {
  /** The types to restore, including types in the trash they depend on. */
  readonly typeIds: readonly number[]
  /** Why a needed type cannot be restored, by type ID. */
  readonly problems: ReadonlyMap<number, string>
}

/** Finds the types to restore from the trash, so the needed types and all their prerequisites are available. */
export function typesToRestore({
  types,
  neededIds,
}: {
  types: readonly TrashableType[]
  neededIds: Iterable<number>
}): Plan {
  const typeById = new Map(types.map((type) => [type.id, type]))
  const takenNames = new Set(types.filter(({ isDeleted }) => !isDeleted).map(({ name }) => name))
  const typeIds = new Set<number>()
  const problems = new Map<number, string>()
  for (const id of neededIds) {
    const deleted = deletedChain(id, typeById)
    const hindered = deleted.find(({ name }) => takenNames.has(name))
    if (hindered) problems.set(id, typeNameTaken(hindered.name))
    else for (const type of deleted) typeIds.add(type.id)
  }
  return { typeIds: [...typeIds], problems }
}

function deletedChain(id: number, typeById: ReadonlyMap<number, TrashableType>): TrashableType[] {
  const chain = new Set<TrashableType>()
  let type = typeById.get(id)
  while (type?.isDeleted && !chain.has(type)) {
    chain.add(type)
    type = type.dependsOnId === null ? undefined : typeById.get(type.dependsOnId)
  }
  return [...chain]
}

function typeNameTaken(name: string): string {
  return `Another task type is now named "${name}". Rename it, and restore again.`
}
