import { useQuery } from '@tanstack/react-query'
import { useHasExtraCalls } from '../../../data/app-info.ts'
import { overviewQuery } from '../../../data/overview.ts'
import { AttentionSection } from './attention-section.tsx'
import { InProgressSection } from './in-progress-section.tsx'
import { LastNightSection } from './last-night-section.tsx'
import { NextTimesSection } from './next-times-section.tsx'
import classes from './overview.module.css'

/** The live overview for signed-in users. Shows nothing on a server that has no overview. */
export function Overview() {
  const hasExtraCalls = useHasExtraCalls()
  const { data } = useQuery({ ...overviewQuery(), enabled: hasExtraCalls })
  if (!data) return null
  return (
    <div className={classes.overview}>
      <AttentionSection attention={data.attention} />
      <InProgressSection inProgress={data.in_progress} />
      <div className={classes.columns}>
        <LastNightSection night={data.last_night} />
        <NextTimesSection times={data.next_times} />
      </div>
    </div>
  )
}
