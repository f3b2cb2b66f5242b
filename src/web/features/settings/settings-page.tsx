import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { LoadingSpinner } from '../../ui/loading-spinner.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { useFailureToast } from '../../ui/use-failure-toast.ts'
import { runAllScheduleQuery } from './queries.ts'
import { RunAllSchedule } from './run-all-schedule.tsx'

/** What holds for the whole installation: today, when all tasks run. */
export function SettingsPage() {
  const query = useQuery(runAllScheduleQuery())
  const { data: schedule, isPending } = query
  useFailureToast(query, 'Failed to load schedule')
  return (
    <Stack gap="md">
      <PageHeader title="Settings" />
      {isPending && <LoadingSpinner label="Loading the schedule" />}
      {schedule && <RunAllSchedule saved={schedule} />}
      {query.isLoadingError && <LoadFailure title="Failed to load schedule" onRetry={query.refetch} />}
    </Stack>
  )
}
