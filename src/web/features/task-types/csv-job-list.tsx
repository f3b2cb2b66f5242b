import { Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { CsvJob } from '#contract/csv-job.ts'
import { useAppInfo } from '../../data/app-info.ts'
import { recentTypeJobsQuery } from '../../data/csv-jobs.ts'
import { messageOf } from '../../lib/call-error.ts'
import { formatCount, formatDateTime } from '../../lib/format.ts'
import { useFailureToast } from '../../lib/toast.tsx'
import { SkippedRows } from '../../ui/skipped-rows.tsx'
import statusClasses from '../../ui/status.module.css'
import type { Tone } from '../../ui/task-tone.ts'
import classes from './task-types.module.css'

const STATUS_BADGES: Record<CsvJob['status'], { label: string; tone: Tone }> = {
  running: { label: 'In Progress', tone: 'orange' },
  success: { label: 'Success', tone: 'teal' },
  partial_success: { label: 'Partial success', tone: 'yellow' },
  error: { label: 'Error', tone: 'red' },
}

/** The latest imports and exports of types, with their skipped rows. */
export function CsvJobList() {
  const query = useQuery(recentTypeJobsQuery())
  useFailureToast(query, messageOf(query.error, 'Failed to fetch job status'))
  const jobs = query.error ? [] : (query.data?.jobs ?? [])
  return (
    <section className={`${classes.panel} ${classes.tool}`} aria-labelledby="csv-jobs">
      <Title order={2} size="h5" id="csv-jobs" mb={4}>
        Recent CSV jobs
      </Title>
      {jobs.length === 0 ? (
        <Text size="sm" c="dimmed">
          Imports and exports of task types appear here, with any skipped rows.
        </Text>
      ) : (
        <ul className={classes.jobs}>
          {jobs.map((job) => (
            <JobItem key={job.job_id} job={job} />
          ))}
        </ul>
      )}
    </section>
  )
}

function JobItem({ job }: { job: CsvJob }) {
  const { label, tone } = STATUS_BADGES[job.status]
  const timezone = useAppInfo()?.timezone
  return (
    <li className={classes.job}>
      <div className={classes.jobLine}>
        <span className={classes.jobFile} title={job.file_name}>
          {job.direction === 'import' ? 'Import' : 'Export'} of {job.file_name}
        </span>
        <span className={statusClasses.badge} data-tone={tone}>
          {label}
        </span>
      </div>
      <div className={classes.jobFacts}>
        Job {job.job_id} · {formatCount(job.succeeded)} of {formatCount(job.total_rows)} rows
        {job.failed > 0 && `, ${formatCount(job.failed)} failed`} ·{' '}
        {formatDateTime(job.finished_at ?? job.created_at, { timezone })}
      </div>
      {job.errors.length > 0 && (
        <details className={classes.jobFacts}>
          <summary>Skipped rows</summary>
          <SkippedRows problems={job.errors} />
        </details>
      )}
    </li>
  )
}
