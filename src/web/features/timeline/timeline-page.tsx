import { Stack } from '@mantine/core'
import { HomePages } from '../../shared/home-pages.tsx'
import { RunTimeline } from '../../shared/run-history/run-timeline.tsx'
import { PageHeader } from '../../ui/page-header.tsx'

/** When which runs were in progress, and how they ended. */
export function TimelinePage() {
  return (
    <Stack gap="md">
      <PageHeader title="Timeline" />
      <HomePages />
      <RunTimeline />
    </Stack>
  )
}
