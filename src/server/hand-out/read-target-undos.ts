import { Refusal } from '#contract/errors.ts'
import { isSameValue } from '#domain/hand-out/split-value.ts'
import type { ChangeHistory } from '#engine/undo/change-history.ts'
import { readChangeHistory, readChangeSetsFrom, readStatesFrom } from '#server/runs/change-history.ts'
import type { ChangeSet } from '#server/runs/change-sets.ts'
import type { Orm } from '#server/storage/database.ts'
import type { Task } from '#server/tasks/read-tasks.ts'
import { openTargetStore } from './stored-targets.ts'
import type { TargetCopy } from './target-store.ts'

/** The changes to undo in a target. */
export interface TargetUndo {
  key: string
  value: string
  targetSsId: string
  targetTab: string
  sheetId: number | null
  /** Number of changed cells, added up over the runs. */
  cells: number
  /** State before these runs. */
  before: TargetCopy
  /** Current state. */
  now: TargetCopy
  /** The changes to undo, or the reason why the target cannot be undone. */
  history: ChangeHistory | Refusal
}

/** The state of a target before and after runs. */
export type TargetStates = Pick<TargetUndo, 'key' | 'before' | 'now'>

interface UndoQuery {
  task: Pick<Task, 'id' | 'targets' | 'targetsFrom' | 'targetSsId'>
  /** First run to undo. Later runs are undone too. */
  fromRunId: number
  /** First run to leave out, with all later runs; undefined to leave out none. */
  beforeRunId?: number | undefined
  /** Value of the only target to undo; undefined for all targets. */
  value?: string | undefined
}

/**
 * Reads the changes to undo in each target of a task.
 * @throws Refusal 'conflict' if the run wrote to one target, or there is nothing to undo
 */
export async function readTargetUndos(orm: Orm, query: UndoQuery): Promise<TargetUndo[]> {
  return (await readUndosAndOthers(orm, query)).targets
}

/** Reads the changes to undo. Also reads the states of other targets changed by the same runs. */
export async function readUndosAndOthers(
  orm: Orm,
  { task, value, ...query }: UndoQuery,
): Promise<{ targets: TargetUndo[]; others: TargetStates[] }> {
  const sets = await readChangeSetsFrom(orm, { taskId: task.id, ...query })
  if (sets.some(({ runId, targetKey }) => runId === query.fromRunId && targetKey === ''))
    throw new Refusal('conflict', 'This run wrote to one target, but the task hands rows out now.')
  const states = await readStatesFrom(orm, { taskId: task.id, ...query })
  const { targets: stored } = await openTargetStore(orm, task.id).read()
  const isChosen = (set: ChangeSet | undefined) => value === undefined || isSameValue(set?.value ?? '', value)
  const undos: TargetUndo[] = []
  const others: TargetStates[] = []
  const handedOut = sets.filter(({ targetKey }) => targetKey !== '')
  for (const [targetKey, ofTarget] of Map.groupBy(handedOut, (set) => set.targetKey)) {
    const [first, now] = [ofTarget.at(-1), stored.get(targetKey)]
    // If the type no longer keeps cells, the state before the run was deleted with the cells.
    const before = states.get(targetKey) as TargetCopy | null | undefined
    if (!first || !now) continue
    if (!ofTarget.some(isChosen)) {
      others.push({ key: targetKey, before: before ?? now, now })
      continue
    }
    const place = { taskId: task.id, targetKey, targetSsId: findFile(task, { set: first, now }) ?? '' }
    const history = await orRefusal(() => readChangeHistory(orm, { ...query, ...place, sets }))
    const { targetSsId, targetTab, sheetId } = first
    const cells = ofTarget.reduce((sum, { filled, changed, cleared }) => sum + filled + changed + cleared, 0)
    const target = { key: targetKey, value: first.value, targetSsId, targetTab, sheetId, cells }
    undos.push({ ...target, before: before ?? now, now, history })
  }
  if (undos.length === 0) {
    const place = value === undefined ? '' : ` in the target of "${value}"`
    throw new Refusal('conflict', `This run and the later ones changed nothing${place}.`)
  }
  return { targets: undos.sort((one, other) => (one.key < other.key ? -1 : 1)), others }
}

/** Finds the file to which the task now copies the rows of a target; undefined if there is none. */
function findFile(task: UndoQuery['task'], { set, now }: { set: ChangeSet; now: TargetCopy }): string | undefined {
  const { targets, targetsFrom, targetSsId } = task
  if (targetsFrom) return now.targetSsId
  if (targets.length === 0) return targetSsId
  return targets.find(({ value }) => isSameValue(value, set.value))?.target_ss_id
}

async function orRefusal<Result>(read: () => Promise<Result>): Promise<Result | Refusal> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}
