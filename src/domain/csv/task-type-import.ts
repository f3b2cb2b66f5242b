import type { RowProblem } from '#contract/csv-job.ts'
import { TaskTypeChange, TaskTypeFields } from '#contract/task-type.ts'
import { changedTypeFields, isSameTypeFields } from '#domain/tasks/task-type-fields.ts'
import { CIRCULAR_DEPENDENCY, DEPENDS_ON_ITSELF, TYPE_NAME_TAKEN } from '#domain/tasks/task-type-problems.ts'
import { faultsOf } from './cell.ts'
import type { SaidTaskType } from './task-type-row.ts'
import { quoted } from './text.ts'

export type KeptTaskType = TaskTypeFields & { id: number }

/** A task type as a row of a file makes it. The ids of new types are negative until they are stored. */
export interface TakenTaskType {
  readonly row: number
  readonly type: KeptTaskType
  /** The type as it is now; none: the row makes a new one. */
  readonly before: KeptTaskType | undefined
}

export interface TakenTaskTypes {
  /** What must be written, in this order: every dependency is there before the type that depends on it. */
  readonly taken: readonly TakenTaskType[]
  readonly unchangedCount: number
  readonly faults: readonly RowProblem[]
}

type SaidRow = SaidTaskType & { row: number }

interface Candidate extends TakenTaskType {
  readonly dependsOn: string | null | undefined
}

/** The types as they are after the rows that were looked at. */
interface Types {
  readonly byId: Map<number, KeptTaskType>
  readonly idByName: Map<string, number>
}

/**
 * Decides which task types of a file can be had. A row may depend on a type that stands further down, so each row is looked
 * at after the row it depends on; otherwise in the order of the file, as if each were saved before the next is looked at.
 */
export function takeTaskTypes({
  said,
  kept,
}: {
  said: readonly SaidRow[]
  kept: readonly KeptTaskType[]
}): TakenTaskTypes {
  const { candidates, faults } = readCandidates({ said, kept })
  const types: Types = {
    byId: new Map(kept.map((type) => [type.id, type])),
    idByName: new Map(kept.map((type) => [type.name, type.id])),
  }
  const taken: TakenTaskType[] = []
  let unchangedCount = 0
  for (const candidate of prerequisitesFirst(candidates)) {
    const { row, before } = candidate
    const type = judge(candidate, types)
    if (typeof type === 'string') faults.push({ row, message: type })
    else if (before && isSameTypeFields(before, type)) unchangedCount += 1
    else {
      if (before) types.idByName.delete(before.name)
      types.byId.set(type.id, type)
      types.idByName.set(type.name, type.id)
      taken.push({ row, type, before })
    }
  }
  return { taken, unchangedCount, faults: faults.sort((one, other) => one.row - other.row) }
}

function readCandidates({ said, kept }: { said: readonly SaidRow[]; kept: readonly KeptTaskType[] }) {
  const keptById = new Map(kept.map((type) => [type.id, type]))
  const rowById = new Map<number, number>()
  const candidates: Candidate[] = []
  const faults: RowProblem[] = []
  for (const { row, id, dependsOn, fields } of said) {
    const before = id === undefined ? undefined : keptById.get(id)
    const earlierRow = before && rowById.get(before.id)
    const type = earlierRow === undefined ? readType({ row, before, fields }) : `Row ${earlierRow} has the same id`
    if (before) rowById.set(before.id, earlierRow ?? row)
    if (typeof type === 'string') faults.push({ row, message: type })
    else candidates.push({ row, type, before, dependsOn })
  }
  return { candidates, faults }
}

function readType({
  row,
  before,
  fields,
}: {
  row: number
  before: KeptTaskType | undefined
  fields: SaidTaskType['fields']
}): KeptTaskType | string {
  if (before) {
    const change = TaskTypeChange.safeParse(fields)
    if (!change.success) return faultsOf(change.error)
    return { id: before.id, ...changedTypeFields({ fields: before, change: change.data }) }
  }
  const parsed = TaskTypeFields.safeParse(fields)
  return parsed.success ? { id: -row, ...parsed.data } : faultsOf(parsed.error)
}

/** Orders rows so that each comes after the row it depends on; where rows depend on each other in a circle, any order does. */
function prerequisitesFirst(candidates: readonly Candidate[]): Set<Candidate> {
  const byName = new Map(candidates.map((candidate) => [candidate.type.name, candidate]))
  const ordered = new Set<Candidate>()
  for (const candidate of candidates) {
    const chain = new Set<Candidate>()
    let next: Candidate | undefined = candidate
    while (next && !chain.has(next) && !ordered.has(next)) {
      chain.add(next)
      next = next.dependsOn ? byName.get(next.dependsOn) : undefined
    }
    for (const one of [...chain].reverse()) ordered.add(one)
  }
  return ordered
}

/** The type that a row makes, or why it cannot be. */
function judge({ type, dependsOn }: Candidate, { byId, idByName }: Types): KeptTaskType | string {
  if ((idByName.get(type.name) ?? type.id) !== type.id) return TYPE_NAME_TAKEN
  if (dependsOn === undefined) return type
  if (dependsOn === null) return { ...type, depends_on_id: null }
  const dependsOnId = idByName.get(dependsOn)
  if (dependsOn === type.name || dependsOnId === type.id) return DEPENDS_ON_ITSELF
  if (dependsOnId === undefined) return `There is no task type ${quoted(dependsOn)} to depend on`
  return leadsTo({ typeId: type.id, from: dependsOnId, byId })
    ? CIRCULAR_DEPENDENCY
    : { ...type, depends_on_id: dependsOnId }
}

/** Whether the chain from a type meets another one; the chains of the types so far have no loops. */
function leadsTo({ typeId, from, byId }: { typeId: number; from: number; byId: Types['byId'] }): boolean {
  let id: number | null = from
  while (id !== null && id !== typeId) id = byId.get(id)?.depends_on_id ?? null
  return id === typeId
}
