import { useQuery } from '@tanstack/react-query'
import { useHasExtraCalls } from '../../../data/app-info.ts'
import { overviewQuery } from '../../../data/overview.ts'
import { AttentionSection } from './attention-section.tsx'
import { FreshnessSection } from './freshness-section.tsx'
import { InProgressSection } from './in-progress-section.tsx'
import { LastNightSection } from './last-night-section.tsx'
import { NextTimesSection } from './next-times-section.tsx'
import classes from './overview.module.css'
import { OverviewSummary } from './overview-summary.tsx'
import { RecentRuns } from './recent-runs.tsx'

/** The live overview for signed-in users. Shows nothing on a server that has no overview. */
export function Overview() {
  const hasExtraCalls = useHasExtraCalls()
  const { data } = useQuery({ ...overviewQuery(), enabled: hasExtraCalls })
  if (!data) return null
  return (
    <div className={classes.overview}>
      <OverviewSummary overview={data} />
      <AttentionSection attention={data.attention} />
      <FreshnessSection promises={data.freshness} />
      <div className={classes.columns}>
        <div className={classes.overview}>
          <InProgressSection inProgress={data.in_progress} />
          <LastNightSection night={data.last_night} />
        </div>
        <NextTimesSection times={data.next_times} />
      </div>
      <RecentRuns />
    </div>
  )
}
