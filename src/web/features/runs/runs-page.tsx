import { Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { timezoneName } from '#domain/schedule/timezone.ts'
import { useAppInfo } from '../../data/app-info.ts'
import { overviewQuery } from '../../data/overview.ts'
import { wavesQuery } from '../../data/runs.ts'
import { HomePages } from '../../shared/home-pages.tsx'
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
  const waves = useQuery(wavesQuery(period.hours))
  const { data: overview } = useQuery(overviewQuery())
  const selectPeriod = (hours: string) => setSearch({ hours }, { replace: true, preventScrollReset: true })
  return (
    <Stack gap="md">
      <PageHeader title="Runs" actions={<PauseButton key={String(asksToPause)} isOpenAtFirst={asksToPause} />}>
        <Group gap="sm">
          <Text span size="sm" c="dimmed">
            {timezone && `Times in ${timezoneName(timezone)}`}
          </Text>
          <AccessCheck />
        </Group>
      </PageHeader>
      <HomePages />
      <RunTimeline period={period} onSelectPeriod={selectPeriod} upcoming={waves.data?.upcoming ?? []} />
      {overview && overview.in_progress.count > 0 && <InProgressSection inProgress={overview.in_progress} />}
      <QueryContent query={waves} loading="Loading the waves" failure="Failed to load the waves">
        {({ upcoming, past }) => (
          <>
            <UpcomingWaves waves={upcoming} />
            <PastWaves waves={past} period={period} night={overview?.last_night} />
          </>
        )}
      </QueryContent>
    </Stack>
  )
}
