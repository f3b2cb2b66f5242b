import { Card, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { RunDetails } from '#contract/run.ts'
import { pluralize } from '#domain/pluralize.ts'
import { runEditsQuery } from '../../data/runs.ts'
import { formatCount } from '../../lib/format.ts'
import { ChangeGrid } from '../../shared/change-grid.tsx'
import classes from './run-page.module.css'

const SHAPES = {
  cleared: 'The tab was cleared by hand.',
  sorted: 'The tab was sorted by hand.',
  columns_moved: 'Columns of the tab were moved by hand.',
} as const

/** Target cells that someone edited since the previous run; nothing without edits. */
export function RunEdits({ run }: { run: RunDetails }) {
  const { data } = useQuery({
    ...runEditsQuery({ taskId: run.task_id, runId: run.id }),
    enabled: run.ended_at !== null,
  })
  if (!data || data.count === 0) return null
  const { count, shape, cells } = data
  const outcome = run.is_held ? 'The run was held, and left them as they are.' : 'The run overwrote them.'
  const changeAt = (index: number) => {
    const cell = cells[index]
    return cell && { value: cell.value, row: cell.row, column: cell.column, before: cell.left, after: cell.found }
  }
  const names = new Map(cells.map(({ column, column_name }) => [column, column_name]))
  return (
    <Card padding="sm" component="section" aria-label="Edited by hand">
      <h2 className={classes.heading}>
        Edited by hand
        <span className={classes.total}>{pluralize(count, 'cell')}</span>
      </h2>
      <Text size="sm" mb="xs">
        {shape && `${SHAPES[shape]} `}
        {outcome}
      </Text>
      <ChangeGrid
        label="Edited cells"
        headings={{ before: 'Left by the last run', after: 'Found' }}
        count={cells.length}
        changeAt={changeAt}
        nameOf={(column) => names.get(column)}
      />
      {count > cells.length && (
        <p className={classes.note}>
          The first {formatCount(cells.length)} of {pluralize(count, 'cell')} are listed.
        </p>
      )}
    </Card>
  )
}
