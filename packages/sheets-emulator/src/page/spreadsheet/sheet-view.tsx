import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { type BlockSource, blockQuery } from '../api/values.ts'
import { BLOCK_COLUMNS, BLOCK_ROWS, findBlock } from '../cells/blocks.ts'
import { type Cell, parseCellName } from '../cells/cell-name.ts'
import { cellInBlock } from '../grid/cell-in-block.ts'
import { Grid } from '../grid/grid.tsx'
import { textToEdit } from '../grid/text-to-edit.ts'
import { useHideRow } from '../grid/use-hide-row.ts'
import { useWriteCell } from '../grid/use-write-cell.ts'
import { ContentBar } from './content-bar.tsx'
import { NameBox } from './name-box.tsx'
import { PartSelect } from './part-select.tsx'
import styles from './spreadsheet.module.css'
import { useChangeTabs } from './use-change-tabs.ts'
import { cellInUrl } from './use-selected-tab.ts'

const ROWS_TO_ADD = 1_000

/** A tab: the active cell's name and content above, the grid below. */
export function SheetView({ source }: { source: BlockSource }) {
  const { tab } = source
  const [selected, setSelected] = useState<Cell>(() => parseCellName(cellInUrl(), tab) ?? { row: 0, column: 0 })
  // Another user can shrink the grid so the selected cell is outside it.
  const active = {
    row: Math.min(selected.row, tab.rowCount - 1),
    column: Math.min(selected.column, tab.columnCount - 1),
  }
  const grid = useRef<{ focus: () => void }>(null)
  const { data: block } = useQuery(blockQuery(source, findBlock(active.row, active.column)))
  const position = { row: active.row % BLOCK_ROWS, column: active.column % BLOCK_COLUMNS }
  const activeContent = cellInBlock(block, position)
  const activeText = textToEdit(activeContent)
  const { mutate: write } = useWriteCell(source)
  const hideRow = useHideRow(source)
  const isHidden = block?.hiddenRows.includes(position.row) ?? false
  const { addRows } = useChangeTabs(source.spreadsheetId)

  return (
    <section id="tab-cells" role="tabpanel" aria-labelledby={`tab-${tab.sheetId}`} className={styles.sheet}>
      <div className={styles.cellBar}>
        <NameBox
          active={active}
          grid={tab}
          onGo={(cell) => {
            setSelected(cell)
            grid.current?.focus()
          }}
        />
        <PartSelect
          row={active.row}
          rowCount={tab.rowCount}
          onGo={(row) => {
            setSelected({ row, column: active.column })
            grid.current?.focus()
          }}
        />
        <ContentBar
          key={`${active.row}:${active.column}`}
          cell={active}
          text={activeText}
          onCommit={(text) => write({ cell: active, text })}
          onLeave={() => grid.current?.focus()}
        />
        <button
          type="button"
          disabled={hideRow.isPending}
          onClick={() => hideRow.mutate({ row: active.row, isHidden: !isHidden })}
        >
          {isHidden ? 'Show' : 'Hide'} row {active.row + 1}
        </button>
        {activeContent.problem !== undefined && (
          <p className={styles.cellProblem} role="status">
            {activeContent.problem}
          </p>
        )}
      </div>
      <Grid
        ref={grid}
        source={source}
        label={tab.title}
        active={active}
        activeText={activeText}
        onActive={setSelected}
        belowLastRow={
          <button
            type="button"
            disabled={addRows.isPending}
            onClick={() => addRows.mutate({ sheetId: tab.sheetId, length: ROWS_TO_ADD })}
          >
            Add {ROWS_TO_ADD.toLocaleString()} rows
          </button>
        }
      />
    </section>
  )
}
