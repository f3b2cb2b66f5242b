import type { Cell } from '#domain/copy/cell.ts'
import { keyCells, keyOf } from '#domain/shape/row-keys.ts'
import type { TargetRows } from './scratch.ts'

export type Rows = ReadonlyMap<string, readonly Cell[]>

/** Rows by their keys. */
export async function rowsByKey(
  chunks: AsyncIterable<Cell[][]>,
  { columns, isWanted }: { columns: readonly number[]; isWanted(key: string): boolean },
): Promise<Map<string, readonly Cell[]>> {
  const found = new Map<string, readonly Cell[]>()
  for await (const rows of chunks) {
    for (const cells of rows) {
      const key = keyOf(keyCells(cells, columns))
      if (key !== undefined && isWanted(key)) found.set(key, cells)
    }
  }
  return found
}

export async function* rowsOf(chunks: AsyncIterable<TargetRows>): AsyncGenerator<Cell[][]> {
  for await (const { rows } of chunks) yield rows
}
