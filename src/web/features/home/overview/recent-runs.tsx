import { Box } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { timelineQuery } from '../../../data/runs.ts'
import { paths } from '../../../lib/paths.ts'
import { LAST_12_HOURS } from '../../../shared/run-history/period.ts'
import { RunPlot } from '../../../shared/run-history/run-plot.tsx'
import classes from './overview.module.css'
import { OverviewSection } from './overview-section.tsx'

/** The last twelve hours as a timeline. */
export function RecentRuns() {
  const { data } = useQuery(timelineQuery(LAST_12_HOURS.hours))
  if (!data) return null
  return (
    <OverviewSection
      title="Last 12 hours"
      aside={
        <Link to={paths.timeline} className={classes.count}>
          Timeline
        </Link>
      }
      empty="Nothing ran."
    >
      {data.lanes.length > 0 && (
        <Box component="li" px="sm" pb="xs">
          <RunPlot lanes={data.lanes} period={LAST_12_HOURS} />
        </Box>
      )}
    </OverviewSection>
  )
}
