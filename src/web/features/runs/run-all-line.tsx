import { Text } from '@mantine/core'
import type { api } from '#contract/api.ts'
import type { Reply } from '#contract/route.ts'
import { roundDuration } from '#domain/duration.ts'
import { SECOND_MS } from '#domain/time.ts'
import { formatCount } from '../../lib/format.ts'
import classes from '../../shared/link-list/link-list.module.css'
import { describeQuota } from './describe-quota.ts'
import { WaveLine } from './wave-line.tsx'

export type Forecast = Reply<typeof api.runs.forecast>

/** The estimate for Run All, or its progress. The line opens to the limits behind the estimate. */
export function RunAllLine({ forecast }: { forecast: Forecast }) {
  const text = forecast.in_progress ? describeProgress(forecast.in_progress) : forecast.text
  if (!text) return null
  return (
    <WaveLine lead="Now" facts={[text]} aside="" details={[]} tasks={<Limits quotas={forecast.quotas} />}>
      <span className={classes.name}>Run All</span>
    </WaveLine>
  )
}

function Limits({ quotas }: Pick<Forecast, 'quotas'>) {
  return (
    <>
      {quotas.map((quota) => (
        <Text size="sm" key={quota.kind}>
          {describeQuota(quota)}
        </Text>
      ))}
      <Text size="sm" c="dimmed">
        From what the last run of each task used, at the present limits.
      </Text>
    </>
  )
}

type InProgress = NonNullable<Forecast['in_progress']>

/** Describes progress, such as `88 of 200, about 1 min left`. */
function describeProgress({ done, total, seconds_left }: InProgress): string {
  const count = `${formatCount(done)} of ${formatCount(total)}`
  return seconds_left === null ? count : `${count}, about ${roundDuration(seconds_left * SECOND_MS)} left`
}
