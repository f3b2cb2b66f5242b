import { Card } from '@mantine/core'
import type { RunDetails } from '#contract/run.ts'
import { type AttemptEnding, type RunAttempt, RunPhase } from '#contract/run-figures.ts'
import { formatDuration } from '#domain/duration.ts'
import { MINUTE_MS } from '#domain/time.ts'
import { useAppInfo } from '../../data/app-info.ts'
import { formatShortTime } from '../../lib/format.ts'
import { useNow } from '../../lib/use-now.ts'
import { ExactTime } from '../../shared/exact-time.tsx'
import { type Tone, toneOfStatus } from '../../shared/task-tone.ts'
import classes from './run-page.module.css'

/** Attempts of the run, each with its start, duration, result and reason. */
export function AttemptList({ run: { attempts, attempts_count } }: { run: RunDetails }) {
  const timezone = useAppInfo()?.timezone
  const nowMs = useNow(MINUTE_MS)
  return (
    <Card padding="sm" component="section" aria-label="Attempts">
      <h2 className={classes.heading}>Attempts</h2>
      {attempts.length === 0 && (
        <p className={classes.note}>{attempts_count === 0 ? 'Not started.' : 'Not recorded.'}</p>
      )}
      <ol className={classes.attempts}>
        {attempts.map((attempt) => (
          <li key={attempt.started_at}>
            <span className={classes.attempt}>
              <b>{attempt.number}</b>
              <span className={classes.ending} data-tone={findTone(attempt.ending)}>
                {attempt.ending === null ? 'In Progress' : ENDINGS[attempt.ending]}
              </span>
              <ExactTime className={classes.when} at={attempt.started_at}>
                {formatShortTime(attempt.started_at, { nowMs, timezone })}
              </ExactTime>
              <span className={classes.took}>{formatDuration(sumPhases(attempt))}</span>
            </span>
            {attempt.error !== null && <p className={classes.error}>{attempt.error}</p>}
          </li>
        ))}
      </ol>
    </Card>
  )
}

const ENDINGS: Readonly<Record<AttemptEnding, string>> = {
  Success: 'Success',
  Warning: 'Warning',
  Failed: 'Failed',
  Error: 'Error',
  Stopped: 'Stopped',
  lost: 'Server lost',
  handed_back: 'Handed back',
}

function findTone(ending: AttemptEnding | null): Tone {
  if (ending === null) return toneOfStatus('Running')
  return ending === 'lost' || ending === 'handed_back' ? 'yellow' : toneOfStatus(ending)
}

function sumPhases({ phases }: RunAttempt): number {
  return RunPhase.options.reduce((sum, phase) => sum + phases[phase], 0)
}
