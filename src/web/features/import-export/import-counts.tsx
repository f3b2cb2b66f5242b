import { formatCount } from '../../lib/format.ts'
import classes from './import-export.module.css'

interface Count {
  label: string
  count: number | undefined
}

/** Counts of rows that an import creates, changes and skips. Leaves out counts that the server did not send. */
export function ImportCounts({ counts }: { counts: readonly Count[] }) {
  return (
    <dl className={classes.counts}>
      {counts.map(
        ({ label, count }) =>
          count !== undefined && (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{formatCount(count)}</dd>
            </div>
          ),
      )}
    </dl>
  )
}
