import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type BlockSource, type BlockValues, blockQuery, type CellContent, writeCell } from '../api/values.ts'
import { BLOCK_COLUMNS, BLOCK_ROWS, findBlock } from '../cells/blocks.ts'
import { type Cell, cellName } from '../cells/cell-name.ts'
import { useAnnounce } from '../ui/notices.tsx'
import { cellInBlock, coveredBy, withCell } from './cell-in-block.ts'

/**
 * Writes a cell and shows the text immediately. If the write fails, restores the previous content and says why. Reloads
 * the block in any case, because the provider can show the value differently than it was typed.
 */
export function useWriteCell(source: BlockSource) {
  const queryClient = useQueryClient()
  const announce = useAnnounce()
  const blockKey = (cell: Cell) => blockQuery(source, findBlock(cell.row, cell.column)).queryKey
  const position = (cell: Cell) => ({ row: cell.row % BLOCK_ROWS, column: cell.column % BLOCK_COLUMNS })
  const show = (cell: Cell, content: CellContent) =>
    queryClient.setQueryData<BlockValues>(blockKey(cell), (block) => block && withCell(block, position(cell), content))

  return useMutation({
    mutationFn: ({ cell, text }: { cell: Cell; text: string }) => writeCell({ ...source, ...cell, text }),
    onMutate: async ({ cell, text }) => {
      await queryClient.cancelQueries({ queryKey: blockKey(cell) })
      const previous = cellInBlock(queryClient.getQueryData<BlockValues>(blockKey(cell)), position(cell))
      show(cell, { shown: text.replace(/^'/, ''), stored: isNumberText(text) ? Number(text) : text })
      return previous
    },
    onSuccess: (_reply, { cell }) => {
      const covering = coveredBy(queryClient.getQueryData<BlockValues>(blockKey(cell))?.merges ?? [], cell)
      if (covering) announce(`${cellName(cell)} is merged into ${covering}, so its text is not kept.`)
    },
    onError: (error, { cell }, previous) => {
      if (previous) show(cell, previous)
      announce(`Could not change ${cellName(cell)}: ${error.message}`)
    },
    onSettled: (_reply, _error, { cell }) => queryClient.invalidateQueries({ queryKey: blockKey(cell) }),
  })
}

function isNumberText(text: string): boolean {
  return /^[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?$/i.test(text.trim())
}
