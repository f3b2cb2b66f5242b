import { useQuery } from '@tanstack/react-query'
import { overviewQuery } from '../../../data/overview.ts'
import { readStatus } from '../../../lib/call-error.ts'
import { ExtraCalls } from '../../../shared/extra-calls.tsx'
import classes from '../../../shared/link-list/link-list.module.css'
import { QueryContent } from '../../../ui/query-content.tsx'
import { AttentionSection } from './attention-section.tsx'
import { FreshnessSection } from './freshness-section.tsx'
import { OverviewSummary } from './overview-summary.tsx'
import { RunsSection } from './runs-section.tsx'

/** The live overview for signed-in users. Shows nothing on a server without overview. */
export function Overview() {
  return (
    <ExtraCalls>
      <LiveOverview />
    </ExtraCalls>
  )
}

function LiveOverview() {
  const query = useQuery(overviewQuery())
  if (readStatus(query.error) === 404) return null
  return (
    <QueryContent query={query} loading="Loading the overview" failure="Failed to load the overview">
      {(overview) => (
        <div className={classes.overview}>
          <OverviewSummary overview={overview} />
          <AttentionSection attention={overview.attention} />
          <FreshnessSection promises={overview.freshness} />
          <RunsSection overview={overview} />
        </div>
      )}
    </QueryContent>
  )
}
