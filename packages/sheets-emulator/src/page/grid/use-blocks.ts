import { type UseQueryResult, useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type BlockSource, type BlockValues, blockQuery } from '../api/values.ts'
import { blocksInView, type Span } from '../cells/blocks.ts'

/** The loaded blocks in one row of blocks, by the block's column. */
export type Band = ReadonlyMap<number, BlockValues>

/** Loads the blocks in view and returns them by the block's row. `error` is the first error, if any. */
export function useBlocks(source: BlockSource, { rows, columns }: { rows: Span; columns: Span }) {
  const blocks = useMemo(
    () => blocksInView({ first: rows.first, last: rows.last }, { first: columns.first, last: columns.last }),
    [rows.first, rows.last, columns.first, columns.last],
  )
  const { values, error } = useQueries({ queries: blocks.map((block) => blockQuery(source, block)), combine })
  const bands = useMemo(() => {
    const byRow = new Map<number, Map<number, BlockValues>>()
    for (const [index, { row, column }] of blocks.entries()) {
      const block = values[index]
      const band = byRow.get(row) ?? new Map()
      if (block) byRow.set(row, band.set(column, block))
    }
    return byRow as ReadonlyMap<number, Band>
  }, [blocks, values])
  return { bands, error }
}

function combine(results: UseQueryResult<BlockValues>[]) {
  return {
    values: results.map((result) => result.data),
    error: results.find((result) => result.error)?.error ?? null,
  }
}
