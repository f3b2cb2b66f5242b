import { and, asc, eq, sql } from 'drizzle-orm'
import type { ChangeKind } from '#contract/change-kind.ts'
import { type CellChange, changesIn, classifyChange } from '#domain/copy/change-block.ts'
import { countMatching, unpackChunk } from '#engine/record/change-chunk.ts'
import type { Orm } from '#server/storage/database.ts'
import { isInList } from '#server/storage/lists.ts'
import { changeChunks, changeSets, runs } from '#server/storage/schema.ts'
import { type ChangeSet, readChangeSets } from './change-sets.ts'

export interface ChangeFilter {
  kind?: ChangeKind | undefined
  /** Counted from 1. */
  column?: number | undefined
  targetKey?: string | undefined
}

/** The changes of a run by target, without the cells; empty if the run wrote nothing, undefined if it does not exist. */
export async function findChangeSets(
  orm: Orm,
  { taskId, runId }: { taskId: number; runId: number },
): Promise<ChangeSet[] | undefined> {
  const sets = await readChangeSets(orm, and(eq(changeSets.runId, runId), eq(changeSets.taskId, taskId)))
  if (sets.length > 0) return sets
  const [run] = await orm
    .select({ id: runs.id })
    .from(runs)
    .where(and(eq(runs.id, runId), eq(runs.taskId, taskId)))
  return run && []
}

/** A changed cell with its target. */
export interface TargetCell extends CellChange {
  /** Empty for a run with one target. */
  targetKey: string
}

interface MatchingChunk {
  id: number
  /** Number of matching cells before the chunk. `count` is the number in it. */
  start: number
  count: number
}

/** Reads a page of matching cells of a change set, in the order of writing. Reads only the chunks it needs. */
export async function changesPage(
  orm: Orm,
  { runId, filter, offset, limit }: { runId: number; filter: ChangeFilter; offset: number; limit: number },
): Promise<{ cells: TargetCell[]; matching: number }> {
  const chunks = await matchingChunks(orm, runId, filter)
  const last = chunks.at(-1)
  const matching = last ? last.start + last.count : 0
  const onPage = chunks.filter(({ start, count }) => start < offset + limit && start + count > offset)
  const cells = await cellsIn(
    orm,
    onPage.map(({ id }) => id),
    filter,
  )
  const skipped = offset - (onPage[0]?.start ?? offset)
  return { cells: cells.slice(skipped, skipped + limit), matching }
}

/** Reads all matching cells, one chunk at a time. */
export async function* allChanges(orm: Orm, runId: number, filter: ChangeFilter): AsyncGenerator<TargetCell[]> {
  for (const { id } of await matchingChunks(orm, runId, filter)) yield await cellsIn(orm, [id], filter)
}

async function matchingChunks(orm: Orm, runId: number, filter: ChangeFilter): Promise<MatchingChunk[]> {
  const { id, firstRow, lastRow, filled, changed, cleared, columnCounts } = changeChunks
  const ofColumn = sql<(typeof columnCounts)['_']['data']>`
    case when ${columnCounts} ? ${String(filter.column)}::text
    then jsonb_build_object(${String(filter.column)}::text, ${columnCounts} -> ${String(filter.column)}::text) else '{}'::jsonb end`
  const found = await orm
    .select({ id, firstRow, lastRow, filled, changed, cleared, columnCounts: ofColumn })
    .from(changeChunks)
    .where(
      and(
        eq(changeChunks.runId, runId),
        filter.targetKey === undefined ? undefined : eq(changeChunks.targetKey, filter.targetKey),
      ),
    )
    .orderBy(asc(id))
  let start = 0
  return found.flatMap((chunk) => {
    const count = countMatching(chunk, filter)
    start += count
    return count > 0 ? [{ id: chunk.id, start: start - count, count }] : []
  })
}

async function cellsIn(orm: Orm, chunkIds: readonly number[], filter: ChangeFilter): Promise<TargetCell[]> {
  if (chunkIds.length === 0) return []
  const found = await orm
    .select({ blocks: changeChunks.blocks, targetKey: changeChunks.targetKey })
    .from(changeChunks)
    .where(isInList(changeChunks.id, chunkIds))
    .orderBy(asc(changeChunks.id))
  const cells: TargetCell[] = []
  for (const chunk of found) {
    for (const block of await unpackChunk(chunk.blocks)) {
      for (const change of changesIn(block))
        if (matches(change, filter)) cells.push({ ...change, targetKey: chunk.targetKey })
    }
  }
  return cells
}

function matches(change: CellChange, { kind, column }: ChangeFilter): boolean {
  return (column === undefined || change.column === column) && (kind === undefined || classifyChange(change) === kind)
}
