import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type BlockSource, type BlockValues, blockQuery, writeCell } from '../api/values.ts'
import { useAnnounce } from '../ui/notices.tsx'
import { BLOCK_COLUMNS, BLOCK_ROWS, blockOf } from './blocks.ts'
import { type CellContent, cellInBlock, withCell } from './cell-in-block.ts'
import { type Cell, cellName } from './cell-name.ts'

/**
 * Writes a cell and shows the text at once. A refused write puts the former content back and says why;
 * either way the block is read again, since the provider may show the value otherwise than it was typed.
 */
export function useWriteCell(source: BlockSource) {
  const queryClient = useQueryClient()
  const announce = useAnnounce()
  const keyOf = (cell: Cell) => blockQuery(source, blockOf(cell.row, cell.column)).queryKey
  const place = (cell: Cell) => ({ row: cell.row % BLOCK_ROWS, column: cell.column % BLOCK_COLUMNS })
  const show = (cell: Cell, content: CellContent) =>
    queryClient.setQueryData<BlockValues>(keyOf(cell), (block) => block && withCell(block, place(cell), content))

  return useMutation({
    mutationFn: ({ cell, text }: { cell: Cell; text: string }) => writeCell({ ...source, ...cell, text }),
    onMutate: async ({ cell, text }) => {
      await queryClient.cancelQueries({ queryKey: keyOf(cell) })
      const former = cellInBlock(queryClient.getQueryData<BlockValues>(keyOf(cell)), place(cell))
      show(cell, { shown: text.replace(/^'/, ''), stored: isNumberText(text) ? Number(text) : text })
      return former
    },
    onError: (error, { cell }, former) => {
      if (former) show(cell, former)
      announce(`${cellName(cell)} was not changed: ${error.message}`)
    },
    onSettled: (_reply, _error, { cell }) => queryClient.invalidateQueries({ queryKey: keyOf(cell) }),
  })
}

function isNumberText(text: string): boolean {
  return /^\s*[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?\s*$/i.test(text)
}
