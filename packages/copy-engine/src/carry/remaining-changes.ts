import type { RowArrangement } from '#domain/beside/arrange-rows.ts'
import type { FollowedRows, TrackedRows } from '#domain/beside/match-rows.ts'
import type { Cell } from '#domain/copy/cell.ts'
import { diffRows } from '#domain/copy/diff-rows.ts'
import { rowChanges } from '#domain/copy/row-change.ts'
import type { TempFiles } from '#engine/compare/temp-files.ts'

interface MovedRows {
  tempFiles: Pick<TempFiles, 'differing'>
  fates: FollowedRows
  arrangement: RowArrangement
  firstDataRow: number
  /** Whether the copy has more columns than the tracked rows. */
  isWidened: boolean
  keepsChanges: boolean
  /** Receives the changes. */
  remaining: Pick<TempFiles, 'fills' | 'clears' | 'changes'>
}

/** Finds the cells that still differ after rows have moved. Returns the cells of removed rows. */
export async function findRemaining(options: MovedRows): Promise<ReadonlyMap<number, readonly Cell[]>> {
  const { tempFiles, arrangement, firstDataRow, keepsChanges, remaining } = options
  const isSame = compareRows(options)
  const needed = new Set([...arrangement.removed, firstDataRow])
  for (const row of options.fates.after.positions) {
    const from = arrangement.cameFrom(row)
    if (from !== undefined && !isSame(row, from)) needed.add(from)
  }
  const held = await readHeld(tempFiles, needed)
  for await (const { firstRow, source, target } of tempFiles.differing) {
    const count = Math.max(source.length, Math.min(target.length, firstDataRow - firstRow + 1))
    const moved = Array.from({ length: count }, (_, down) => {
      const row = firstRow + down
      if (row < firstDataRow) return target[down] ?? []
      // The first data row stays, with its cells, until the cells of another row are copied onto it.
      const from = arrangement.cameFrom(row) ?? (row === firstDataRow && !arrangement.isSorted ? row : undefined)
      if (from === undefined) return []
      return isSame(row, from) ? (source[down] ?? []) : (held.get(from) ?? [])
    })
    const rows = { firstRow, source, target: moved }
    const { fills, clears } = diffRows(rows)
    if (fills.length > 0) await remaining.fills.append(fills)
    if (clears.length > 0) await remaining.clears.append(clears)
    if (keepsChanges) await remaining.changes.append(rowChanges(rows))
  }
  return held
}

/** Whether a row of the source has the cells of a row of the target. */
function compareRows({ fates, isWidened }: Pick<MovedRows, 'fates' | 'isWidened'>) {
  const before = hashesByRow(fates.before)
  const after = hashesByRow(fates.after)
  return (row: number, from: number) => !isWidened && before.get(from) === after.get(row)
}

function hashesByRow({ positions, hashes }: TrackedRows): ReadonlyMap<number, number> {
  return new Map(positions.map((row, at) => [row, hashes[at] ?? 0]))
}

async function readHeld(
  { differing }: MovedRows['tempFiles'],
  needed: ReadonlySet<number>,
): Promise<ReadonlyMap<number, readonly Cell[]>> {
  const held = new Map<number, readonly Cell[]>()
  if (needed.size === 0) return held
  for await (const { firstRow, target } of differing) {
    for (const [down, cells] of target.entries()) if (needed.has(firstRow + down)) held.set(firstRow + down, cells)
  }
  return held
}
