import { Box } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { runHistoryQuery } from '../../../data/runs.ts'
import { paths } from '../../../lib/paths.ts'
import { CutNote } from '../../../shared/run-history/cut-note.tsx'
import { LAST_12_HOURS } from '../../../shared/run-history/period.ts'
import { RunPlot } from '../../../shared/run-history/run-plot.tsx'
import classes from './overview.module.css'
import { OverviewSection } from './overview-section.tsx'

/** The last twelve hours as a timeline. */
export function RecentRuns() {
  const { data } = useQuery(runHistoryQuery(LAST_12_HOURS.hours))
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
      {data.runs.length > 0 && (
        <Box component="li" px="sm" pb="xs">
          <RunPlot runs={data.runs} period={LAST_12_HOURS} />
          {data.is_cut && <CutNote />}
        </Box>
      )}
    </OverviewSection>
  )
}
