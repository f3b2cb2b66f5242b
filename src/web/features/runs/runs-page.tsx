import { Group, Stack, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { timezoneName } from '#domain/schedule/timezone.ts'
import { useAppInfo } from '../../data/app-info.ts'
import { overviewQuery } from '../../data/overview.ts'
import { forecastQuery, timelineQuery, wavesQuery } from '../../data/runs.ts'
import { HomePages } from '../../shared/home-pages.tsx'
import { LoadingSpinner } from '../../ui/loading-spinner.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { QueryContent } from '../../ui/query-content.tsx'
import { AccessCheck } from './access-check.tsx'
import { InProgressSection } from './in-progress-section.tsx'
import { PastWaves } from './past-waves.tsx'
import { PauseButton } from './pause-button.tsx'
import { parsePeriod } from './period.ts'
import { RunTimeline } from './run-timeline.tsx'
import { UpcomingWaves } from './upcoming-waves.tsx'

/** Past, current and upcoming runs around the present moment. The URL holds the selected period. */
export function RunsPage() {
  const [search, setSearch] = useSearchParams()
  const period = parsePeriod(search.get('hours'))
  const timezone = useAppInfo()?.timezone
  const asksToPause = search.get('dialog') === 'pause'
  const timeline = useQuery({ ...timelineQuery(period.hours), placeholderData: keepPreviousData })
  const waves = useQuery({ ...wavesQuery(period.hours), placeholderData: keepPreviousData })
  const overview = useQuery(overviewQuery())
  const forecast = useQuery(forecastQuery())
  // Show all sections together, because a late section would push the rest down.
  const isPending = [timeline, waves, overview, forecast].some((query) => query.isPending)
  const selectPeriod = (hours: string) => setSearch({ hours }, { replace: true, preventScrollReset: true })
  return (
    <Stack gap="md">
      <HomePages />
      <PageHeader title="Runs" actions={<PauseButton key={String(asksToPause)} isOpenAtFirst={asksToPause} />}>
        <Group gap="xs" mt={2}>
          <Text span size="sm" c="dimmed">
            {timezone && `Times in ${timezoneName(timezone)}`}
          </Text>
          <AccessCheck />
        </Group>
      </PageHeader>
      {isPending ? (
        <LoadingSpinner label="Loading the runs" />
      ) : (
        <>
          <RunTimeline
            query={timeline}
            period={period}
            onSelectPeriod={selectPeriod}
            upcoming={waves.data?.upcoming ?? []}
          />
          {overview.data && overview.data.in_progress.count > 0 && (
            <InProgressSection inProgress={overview.data.in_progress} />
          )}
          <QueryContent query={waves} loading="Loading the waves" failure="Failed to load the waves">
            {({ upcoming, past }) => (
              <>
                <UpcomingWaves waves={upcoming} forecast={forecast.data} />
                <PastWaves waves={past} period={period} night={overview.data?.last_night} />
              </>
            )}
          </QueryContent>
        </>
      )}
    </Stack>
  )
}
