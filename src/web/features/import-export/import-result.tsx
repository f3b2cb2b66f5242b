import type { api } from '#contract/api.ts'
import type { ReadReply } from '#contract/route.ts'
import { ImportCounts } from './import-counts.tsx'
import classes from './import-export.module.css'
import { SkippedSection } from './skipped-section.tsx'

interface Props {
  file: File
  result: ReadReply<typeof api.tasks.importCsv>
}

/** The result of an import: counts, and each skipped row with its reason. Shows only what the server sent. */
export function ImportResult({ file, result }: Props) {
  const counts = [
    { label: 'Created', count: result.created },
    { label: 'Updated', count: result.updated },
    { label: 'Unchanged', count: result.unchanged },
    { label: 'Skipped', count: result.failed },
  ]
  const { errors = [] } = result
  if (counts.every(({ count }) => count === undefined) && errors.length === 0) return null
  return (
    <div className={classes.result} role="status">
      <ImportCounts counts={counts} />
      <SkippedSection file={file} problems={errors} />
    </div>
  )
}
