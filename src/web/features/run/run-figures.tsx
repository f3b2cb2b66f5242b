import { Card } from '@mantine/core'
import type { RunDetails } from '#contract/run.ts'
import { pluralize } from '#domain/pluralize.ts'
import { shownCounts } from '#domain/runs/run-counts.ts'
import { formatCount, formatElapsed } from '../../lib/format.ts'
import { Figures } from '../../ui/figures.tsx'
import { formatBytes } from './format-bytes.ts'

/** '12s · 274 rows · 5 requests · 1 attempt' */
export function describeFigures({
  started_at,
  elapsed_seconds,
  rows,
  reads,
  writes,
  attempts_count,
}: RunDetails): string {
  if (started_at === null) return 'Not started'
  const known = rows === null ? [] : [pluralize(rows, 'row')]
  const counts = [pluralize(reads + writes, 'request'), pluralize(attempts_count, 'attempt')]
  return [formatElapsed(elapsed_seconds), ...known, ...counts].join(' · ')
}

/** The run's results in numbers. */
export function RunFigures({ run }: { run: RunDetails }) {
  const { rows, rows_total, reads, writes, bytes, attempts_count, elapsed_seconds, ended_at } = run
  const isInProgress = ended_at === null
  const figures = [
    { label: 'Running time', value: run.started_at === null ? 'Not started' : formatElapsed(elapsed_seconds) },
    { label: 'Rows', value: rowsText({ rows, total: isInProgress ? rows_total : null }) },
    ...shownCounts(run).map(({ label, value }) => ({ label, value: isInProgress ? '-' : formatCount(value) })),
    { label: 'Requests', value: formatCount(reads + writes) },
    { label: 'Transferred', value: formatBytes(bytes) },
    { label: 'Attempts', value: formatCount(attempts_count) },
  ]
  return (
    <Card padding="sm" component="section" aria-label="Figures">
      <Figures figures={figures} />
    </Card>
  )
}

function rowsText({ rows, total }: { rows: number | null; total: number | null }): string {
  if (rows === null) return '-'
  return total === null ? formatCount(rows) : `${formatCount(rows)} of ${formatCount(total)}`
}
