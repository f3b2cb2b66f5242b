import { Text } from '@mantine/core'
import type { api } from '#contract/api.ts'
import type { Reply } from '#contract/route.ts'
import { formatCount } from '../../lib/format.ts'
import { SkippedRows } from '../../ui/skipped-rows.tsx'
import classes from './import-export.module.css'

/** The result of an import: counts, and each skipped row with its reason. */
export function ImportResult({ result }: { result: Reply<typeof api.tasks.importCsv> }) {
  const counts = [
    ['Created', result.created],
    ['Updated', result.updated],
    ['Unchanged', result.unchanged],
    ['Failed', result.failed],
  ] as const
  return (
    <div className={classes.result} role="status">
      <dl className={classes.counts}>
        {counts.map(([label, count]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{formatCount(count)}</dd>
          </div>
        ))}
      </dl>
      {result.errors.length > 0 && (
        <>
          <Text size="sm" fw={550}>
            Skipped rows
          </Text>
          <SkippedRows problems={result.errors} />
        </>
      )}
    </div>
  )
}
