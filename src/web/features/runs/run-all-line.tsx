import type { api } from '#contract/api.ts'
import type { Reply } from '#contract/route.ts'
import { roundDuration } from '#domain/duration.ts'
import { SECOND_MS } from '#domain/time.ts'
import { formatCount } from '../../lib/format.ts'
import { paths } from '../../lib/paths.ts'
import { LinkLine } from '../../shared/link-list/link-line.tsx'
import classes from '../../shared/link-list/link-list.module.css'

export type Forecast = Reply<typeof api.runs.forecast>

/** The estimate for Run All, or its progress. Settings has the limits behind the estimate. */
export function RunAllLine({ forecast }: { forecast: Forecast }) {
  const text = forecast.in_progress ? describeProgress(forecast.in_progress) : forecast.text
  if (!text) return null
  return (
    <LinkLine to={paths.settings} lead="Now">
      <span className={classes.name}>Run All</span> <span title={text}>{text}</span>
    </LinkLine>
  )
}

type InProgress = NonNullable<Forecast['in_progress']>

/** Describes progress, such as `88 of 200, about 1 min left`. */
function describeProgress({ done, total, seconds_left }: InProgress): string {
  const count = `${formatCount(done)} of ${formatCount(total)}`
  return seconds_left === null ? count : `${count}, about ${roundDuration(seconds_left * SECOND_MS)} left`
}
