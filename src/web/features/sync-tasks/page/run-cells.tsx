import { useQuery } from '@tanstack/react-query'
import type { ChangedCell } from '#contract/change-set.ts'
import type { Run } from '#contract/run.ts'
import { changesQuery } from '../../../data/changes.ts'
import { cellEntryText } from '../../../shared/cell-entry-text.ts'
import { columnLabel } from '../../../shared/column-label.ts'
import { describeFirstCopy, isLargeFirstCopy } from '../../../shared/first-copy.ts'
import classes from './task-history.module.css'

const MAX_CELLS = 3

/** First cells that a run changed; nothing while they load, or if they are no longer stored. */
export function RunCells({ run }: { run: Run }) {
  const view = { taskId: run.task_id, runId: run.id, kind: undefined, column: undefined, isInProgress: false }
  const { data } = useQuery({ ...changesQuery(view, 0), retry: false })
  if (data?.state !== 'kept') return null
  if (isLargeFirstCopy(data)) return <p className={classes.cells}>{describeFirstCopy(data, run)}</p>
  return (
    <ul className={classes.cells} aria-label="First changed cells">
      {data.cells.slice(0, MAX_CELLS).map((cell) => (
        <li key={`${cell.value}:${cell.row}:${cell.column}`}>{describeCell(cell, data.columns[cell.column - 1])}</li>
      ))}
    </ul>
  )
}

/** 'Row 2, B · city: Oslo → Rome' */
function describeCell({ value, row, column, before, after }: ChangedCell, name: string | undefined): string {
  const texts = [before, after].map((entry) => cellEntryText(entry) || 'empty')
  const target = value === undefined ? '' : `${value}: `
  return `${target}Row ${row}, ${columnLabel(column, name)}: ${texts.join(' → ')}`
}
