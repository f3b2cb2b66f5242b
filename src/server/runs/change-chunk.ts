import { promisify } from 'node:util'
import { zstdCompress, zstdDecompress } from 'node:zlib'
import { ChangeKind } from '#contract/change-set.ts'
import {
  type ChangeBlock,
  type ChangeCounts,
  type ColumnCounts,
  changeKindOf,
  changesIn,
  NO_CHANGES,
} from '#domain/copy/change-block.ts'

const compress = promisify(zstdCompress)
const decompress = promisify(zstdDecompress)

/** A part of a change set: cells that are close to each other, with what a page of them needs to know without reading them. */
export interface ChangeChunk extends ChangeCounts {
  firstRow: number
  lastRow: number
  columnCounts: ColumnCounts
  /** JSON, compressed. */
  blocks: Uint8Array
}

/** Takes a moment, but on another thread. */
export async function packChunk(blocks: readonly ChangeBlock[]): Promise<ChangeChunk> {
  const lastRows = blocks.map(({ row, after }) => row + after.length - 1)
  return {
    ...countChanges(blocks),
    firstRow: Math.min(...blocks.map(({ row }) => row)),
    lastRow: Math.max(...lastRows),
    blocks: await compress(JSON.stringify(blocks)),
  }
}

export async function unpackChunk(packed: Uint8Array): Promise<ChangeBlock[]> {
  return JSON.parse((await decompress(packed)).toString()) as ChangeBlock[]
}

function countChanges(blocks: readonly ChangeBlock[]): ChangeCounts & { columnCounts: ColumnCounts } {
  const total = { ...NO_CHANGES }
  const byColumn = new Map<number, ChangeCounts>()
  for (const block of blocks) {
    for (const change of changesIn(block)) {
      const kind = changeKindOf(change)
      total[kind] += 1
      const ofColumn = byColumn.get(change.column) ?? { ...NO_CHANGES }
      ofColumn[kind] += 1
      byColumn.set(change.column, ofColumn)
    }
  }
  const columnCounts: ColumnCounts = {}
  for (const [column, { filled, changed, cleared }] of byColumn) columnCounts[column] = [filled, changed, cleared]
  return { ...total, columnCounts }
}

/** How many cells of a chunk have one of the kinds and are in the column, where these are given. */
export function countMatching(
  { columnCounts, ...chunk }: Omit<ChangeChunk, 'blocks'>,
  { kind, column }: { kind?: ChangeKind | undefined; column?: number | undefined },
): number {
  const [filled, changed, cleared] = (column === undefined ? undefined : columnCounts[column]) ?? [0, 0, 0]
  const counts = column === undefined ? chunk : { filled, changed, cleared }
  const kinds: readonly ChangeKind[] = kind ? [kind] : ChangeKind.options
  return kinds.reduce<number>((sum, each) => sum + counts[each], 0)
}
