import { Anchor, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { runAllScheduleQuery } from '../../data/schedules.ts'
import { paths } from '../../lib/paths.ts'
import { useFailureToast } from '../../lib/toast.tsx'
import { SettingsArea } from '../../shared/settings-area.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { LoadingSpinner } from '../../ui/loading-spinner.tsx'
import { About } from './about.tsx'
import { RunAllSchedule } from './run-all-schedule.tsx'

/** Settings of the installation: the schedule of Run All. */
export function SettingsPage() {
  const query = useQuery(runAllScheduleQuery())
  const { data: schedule, isPending } = query
  useFailureToast(query, 'Failed to load schedule')
  return (
    <SettingsArea path={paths.settings}>
      {isPending && <LoadingSpinner label="Loading the schedule" />}
      {schedule && <RunAllSchedule saved={schedule} />}
      {query.isLoadingError && <LoadFailure title="Failed to load schedule" onRetry={query.refetch} />}
      {!isPending && (
        <>
          <OtherScreens />
          <About />
        </>
      )}
    </SettingsArea>
  )
}

/** Links to screens used too rarely for the main navigation. */
function OtherScreens() {
  return (
    <Text component="nav" aria-label="See also" size="sm" c="dimmed">
      See also{' '}
      <Anchor component={Link} to={paths.schedule} inherit underline="always">
        Scheduled Tasks
      </Anchor>
      {' and '}
      <Anchor component={Link} to={paths.devLogs} inherit underline="always">
        Dev Logs
      </Anchor>
      .
    </Text>
  )
}
