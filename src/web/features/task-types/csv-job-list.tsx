import { Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { CsvJob, type SeenCsvJob } from '#contract/csv-job.ts'
import { pluralize } from '#domain/pluralize.ts'
import { useAppInfo } from '../../data/app-info.ts'
import { recentTypeJobsQuery } from '../../data/csv-jobs.ts'
import { readMessage } from '../../lib/call-error.ts'
import { formatCount, formatDateTime } from '../../lib/format.ts'
import { useFailureToast } from '../../lib/toast.tsx'
import { SkippedRows } from '../../shared/skipped-rows.tsx'
import statusClasses from '../../shared/status.module.css'
import type { Tone } from '../../shared/task-tone.ts'
import classes from './task-types.module.css'

const STATUS_BADGES = {
  running: { label: 'In Progress', tone: 'orange' },
  success: { label: 'Success', tone: 'teal' },
  partial_success: { label: 'Partial success', tone: 'yellow' },
  error: { label: 'Error', tone: 'red' },
} as const satisfies Record<CsvJob['status'], { label: string; tone: Tone }>

const JOB_KINDS = { import: 'Import', export: 'Export' } as const

/** The latest imports and exports of types, with their skipped rows. */
export function CsvJobList() {
  const query = useQuery(recentTypeJobsQuery())
  useFailureToast(query, readMessage(query.error, 'Failed to fetch job status'))
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

function JobItem({ job }: { job: SeenCsvJob }) {
  const { job_id, direction, file_name, status, errors = [] } = job
  const timezone = useAppInfo()?.timezone
  return (
    <li className={classes.job}>
      <div className={classes.jobLine}>
        <span className={classes.jobFile} title={file_name}>
          {direction ? JOB_KINDS[direction] : 'CSV job'}
          {file_name && ` of ${file_name}`}
        </span>
        {status && <JobStatus status={status} />}
      </div>
      <div className={classes.jobFacts}>
        {[`Job ${job_id}`, formatRows(job), formatDateTime(job.finished_at ?? job.created_at, { timezone })]
          .filter(Boolean)
          .join(' · ')}
      </div>
      {errors.length > 0 && (
        <details className={classes.jobFacts}>
          <summary>Skipped rows</summary>
          <SkippedRows problems={errors} />
        </details>
      )}
    </li>
  )
}

/** Badge for the status of a job. A status unknown to this app is shown by its name. */
function JobStatus({ status }: { status: string }) {
  const name = CsvJob.shape.status.safeParse(status.toLowerCase()).data
  const { label, tone } = name ? STATUS_BADGES[name] : { label: status, tone: 'gray' }
  return (
    <span className={statusClasses.badge} data-tone={tone}>
      {label}
    </span>
  )
}

function formatRows({ succeeded, total_rows, failed }: SeenCsvJob): string {
  if (succeeded === undefined || total_rows === undefined) return ''
  return `${formatCount(succeeded)} of ${pluralize(total_rows, 'row')}${failed ? `, ${formatCount(failed)} skipped` : ''}`
}
