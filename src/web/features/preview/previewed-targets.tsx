import { Card } from '@mantine/core'
import type { PreviewedTarget } from '#contract/preview.ts'
import { formatCount } from '../../lib/format.ts'
import classes from './preview-page.module.css'

/** Changes of a run in each target of a hand-out task. */
export function PreviewedTargets({ targets }: { targets: readonly PreviewedTarget[] }) {
  return (
    <Card
      padding={0}
      component="section"
      aria-label="Changes by target"
      tabIndex={0}
      className={`${classes.tableCard} ${classes.targets}`}
    >
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">Value</th>
            <th scope="col">Result</th>
            <th scope="col">Rows</th>
            <th scope="col">added</th>
            <th scope="col">changed</th>
            <th scope="col">removed</th>
            <th scope="col">Cells</th>
          </tr>
        </thead>
        <tbody>
          {targets.map((target) => (
            <tr key={target.value}>
              <th scope="row">{target.value}</th>
              <td className={classes.result}>{describeResult(target)}</td>
              <td>{formatCount(target.rows)}</td>
              <td>{formatCount(target.rows_added)}</td>
              <td>{formatCount(target.rows_changed)}</td>
              <td>{formatCount(target.rows_removed)}</td>
              <td>{formatCount(target.cells)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  )
}

function describeResult({ error, held_because, cells }: PreviewedTarget): string {
  return error ?? held_because ?? (cells === 0 ? 'Up to date' : 'Changes')
}
