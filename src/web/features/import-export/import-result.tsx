import { Text } from '@mantine/core'
import type { api } from '#contract/api.ts'
import type { ReadReply } from '#contract/route.ts'
import { SkippedRows } from '../../shared/skipped-rows.tsx'
import { ImportCounts } from './import-counts.tsx'
import classes from './import-export.module.css'

/** The result of an import: counts, and each skipped row with its reason. Shows only what the server sent. */
export function ImportResult({ result }: { result: ReadReply<typeof api.tasks.importCsv> }) {
  const counts = [
    { label: 'Created', count: result.created },
    { label: 'Updated', count: result.updated },
    { label: 'Unchanged', count: result.unchanged },
    { label: 'Failed', count: result.failed },
  ]
  const { errors = [] } = result
  if (counts.every(({ count }) => count === undefined) && errors.length === 0) return null
  return (
    <div className={classes.result} role="status">
      <ImportCounts counts={counts} />
      {errors.length > 0 && (
        <>
          <Text size="sm" fw={550}>
            Skipped rows
          </Text>
          <SkippedRows problems={errors} />
        </>
      )}
    </div>
  )
}
