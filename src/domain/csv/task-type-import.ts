import type { RowProblem } from '#contract/csv-job.ts'
import { TaskTypeChange, TaskTypeFields } from '#contract/task-type.ts'
import { findNamed, mapByName } from '#domain/recognize/find-named.ts'
import { CIRCULAR_DEPENDENCY, DEPENDS_ON_ITSELF, TYPE_NAME_TAKEN } from '#domain/tasks/task-type-problems.ts'
import { type TaskTypeSettings, taskTypeSettings } from '#domain/tasks/task-type-settings.ts'
import { problemsIn } from './columns.ts'
import type { ParsedTaskType } from './tables.ts'
import { quoted } from './text.ts'

export type StoredTaskType = TaskTypeSettings & { id: number }

/** A task type requested by a row of a file. New types have negative IDs until they are stored. */
export interface AcceptedTaskType {
  readonly row: number
  readonly type: StoredTaskType
  /** The type as it is now; undefined for a new type. */
  readonly before: StoredTaskType | undefined
}

export interface AcceptedTaskTypes {
  /** The types to write, in this order: every prerequisite exists before its dependent type. */
  readonly accepted: readonly AcceptedTaskType[]
  readonly unchangedCount: number
  readonly problems: readonly RowProblem[]
}

type NumberedRow = ParsedTaskType & { row: number }

interface Candidate extends AcceptedTaskType {
  /** Name of the type to depend on; '' for none, undefined to leave it as it is. */
  readonly dependsOn: string | undefined
}

/** The types as they are after the checked rows. */
interface Types {
  readonly byId: Map<number, StoredTaskType>
  readonly idByName: Map<string, number>
}

/**
 * Decides which task types of a file can be saved. A row may depend on a type further down, so each row is checked after
 * its prerequisite's row; otherwise in the order of the file, as if each were saved before the next is checked.
 */
export function acceptTaskTypes({
  rows,
  existing,
}: {
  rows: readonly NumberedRow[]
  existing: readonly StoredTaskType[]
}): AcceptedTaskTypes {
  const { candidates, problems } = readCandidates({ rows, existing })
  const types: Types = {
    byId: new Map(existing.map((type) => [type.id, type])),
    idByName: new Map(existing.map((type) => [type.name, type.id])),
  }
  const accepted: AcceptedTaskType[] = []
  let unchangedCount = 0
  for (const candidate of prerequisitesFirst(withKnownNames(candidates, existing))) {
    const { row, before } = candidate
    const type = resolveDependency(candidate, types)
    if (typeof type === 'string') problems.push({ row, message: type })
    else if (before && taskTypeSettings.areSame(before, type)) unchangedCount += 1
    else {
      if (before) types.idByName.delete(before.name)
      types.byId.set(type.id, type)
      types.idByName.set(type.name, type.id)
      accepted.push({ row, type, before })
    }
  }
  return { accepted, unchangedCount, problems: problems.sort((one, other) => one.row - other.row) }
}

function readCandidates({ rows, existing }: { rows: readonly NumberedRow[]; existing: readonly StoredTaskType[] }) {
  const existingById = new Map(existing.map((type) => [type.id, type]))
  const rowById = new Map<number, number>()
  const candidates: Candidate[] = []
  const problems: RowProblem[] = []
  for (const { row, id, reference, fields } of rows) {
    const before = id === undefined ? undefined : existingById.get(id)
    const earlierRow = before && rowById.get(before.id)
    const type = earlierRow === undefined ? readType({ row, before, fields }) : `Row ${earlierRow} has the same id`
    if (before) rowById.set(before.id, earlierRow ?? row)
    if (typeof type === 'string') problems.push({ row, message: type })
    else candidates.push({ row, type, before, dependsOn: reference })
  }
  return { candidates, problems }
}

/** The type a row asks for, without its dependency, or the reason to refuse it. */
function readType({
  row,
  before,
  fields,
}: Pick<NumberedRow, 'row' | 'fields'> & { before: StoredTaskType | undefined }): StoredTaskType | string {
  if (before) {
    const change = TaskTypeChange.safeParse(fields)
    if (!change.success) return problemsIn(change.error)
    return { id: before.id, ...taskTypeSettings.apply(before, change.data) }
  }
  const parsed = TaskTypeFields.safeParse(fields)
  return parsed.success ? { id: -row, ...taskTypeSettings.fromFields(parsed.data) } : problemsIn(parsed.error)
}

/** Replaces each dependency's name with the exact name of the type it looks like. */
function withKnownNames(candidates: readonly Candidate[], existing: readonly StoredTaskType[]): Candidate[] {
  const known = mapByName([...existing, ...candidates.map(({ type }) => type)])
  return candidates.map(({ dependsOn, ...candidate }) => ({
    ...candidate,
    dependsOn: dependsOn && (findNamed(known, dependsOn)?.name ?? dependsOn),
  }))
}

/** Orders rows so each comes after its prerequisite's row; rows in a loop come in any order. */
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
    for (const link of [...chain].reverse()) ordered.add(link)
  }
  return ordered
}

/** The type with its dependency, or the reason to refuse it. */
function resolveDependency({ type, dependsOn }: Candidate, { byId, idByName }: Types): StoredTaskType | string {
  if ((idByName.get(type.name) ?? type.id) !== type.id) return TYPE_NAME_TAKEN
  if (dependsOn === undefined) return type
  if (dependsOn === '') return { ...type, dependsOnId: null }
  const dependsOnId = idByName.get(dependsOn)
  if (dependsOn === type.name || dependsOnId === type.id) return DEPENDS_ON_ITSELF
  if (dependsOnId === undefined) return `There is no task type ${quoted(dependsOn)} to depend on`
  return leadsTo({ typeId: type.id, from: dependsOnId, byId }) ? CIRCULAR_DEPENDENCY : { ...type, dependsOnId }
}

/** Whether the chain from a type reaches another type; the chains of the types so far have no loops. */
function leadsTo({ typeId, from, byId }: { typeId: number; from: number; byId: Types['byId'] }): boolean {
  let id: number | null = from
  while (id !== null && id !== typeId) id = byId.get(id)?.dependsOnId ?? null
  return id === typeId
}
