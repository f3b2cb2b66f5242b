import { Card } from '@mantine/core'
import type { RunDetails } from '#contract/run.ts'
import { RunPhase } from '#contract/run-figures.ts'
import { formatDuration } from '#domain/duration.ts'
import type { Tone } from '../../shared/task-tone.ts'
import classes from './run-page.module.css'

const PHASES: Readonly<Record<RunPhase, { label: string; tone: Tone | 'indigo' }>> = {
  waiting: { label: 'Waiting', tone: 'gray' },
  quota: { label: 'Waiting for quota', tone: 'yellow' },
  reading: { label: 'Reading', tone: 'blue' },
  comparing: { label: 'Comparing', tone: 'teal' },
  writing: { label: 'Writing', tone: 'indigo' },
}

/** Shows the time of each phase of the run on a bar, and the run's waits. */
export function PhaseBar({ run: { phases, waits } }: { run: RunDetails }) {
  const total = RunPhase.options.reduce((sum, phase) => sum + phases[phase], 0)
  const shown = RunPhase.options.filter((phase) => phases[phase] > 0)
  return (
    <Card padding="sm" component="section" aria-label="Time">
      <h2 className={classes.heading}>
        Time <span className={classes.total}>{formatDuration(total)}</span>
      </h2>
      <div className={classes.bar} aria-hidden>
        {shown.map((phase) => (
          <span key={phase} data-tone={PHASES[phase].tone} style={{ flexGrow: phases[phase] }} />
        ))}
      </div>
      <dl className={classes.phases}>
        {shown.map((phase) => (
          <div key={phase} data-tone={PHASES[phase].tone}>
            <dt>{PHASES[phase].label}</dt>
            <dd>{formatDuration(phases[phase])}</dd>
          </div>
        ))}
      </dl>
      {waits.length > 0 && <Waits waits={waits} />}
    </Card>
  )
}

function Waits({ waits }: Pick<RunDetails, 'waits'>) {
  const reasons = waits.map(({ reason, ms }) => `${reason} (${formatDuration(ms)})`)
  return <p className={classes.note}>Waited {reasons.join(', ')}.</p>
}
