import type { KeyboardEvent, ReactNode } from 'react'
import { Link } from 'react-router'
import type { RecentRun } from '#contract/task.ts'
import { useAppInfo } from '../../../data/app-info.ts'
import { formatElapsed, formatExactTime } from '../../../lib/format.ts'
import { paths } from '../../../lib/paths.ts'
import { ExtraCalls } from '../../../shared/extra-calls.tsx'
import { statusLabel, toneOfStatus } from '../../../shared/task-tone.ts'
import { barPercent, summarizeRuns } from './recent-runs.ts'
import classes from './task-card.module.css'

interface Props {
  taskId: number
  runs: readonly RecentRun[]
  isInRow?: boolean
}

/**
 * Shows a task's recent runs as small bars: the color shows the outcome, the height the duration. Each bar links to its run.
 * Only the newest bar is in the tab order, and arrow keys move to the other bars.
 */
export function RecentRunBars({ taskId, runs, isInRow = false }: Props) {
  const timezone = useAppInfo()?.timezone
  if (runs.length === 0) return <span />
  const buildTitle = ({ status, seconds, started_at }: RecentRun) =>
    `${statusLabel(status)}, ${formatElapsed(seconds)}, ${formatExactTime(started_at, { timezone })}`
  const bar = (run: RecentRun, content: ReactNode) => (
    <li key={run.id} title={buildTitle(run)}>
      {content}
    </li>
  )
  return (
    <ul className={classes.runs} aria-label={summarizeRuns(runs)}>
      <ExtraCalls otherwise={runs.map((run) => bar(run, <Bar run={run} runs={runs} />))}>
        {runs.map((run, index) =>
          bar(
            run,
            <Link
              to={paths.run(taskId, run.id)}
              aria-label={`Run: ${buildTitle(run)}`}
              tabIndex={isInRow || index < runs.length - 1 ? -1 : 0}
              onKeyDown={moveFocus}
            >
              <Bar run={run} runs={runs} />
            </Link>,
          ),
        )}
      </ExtraCalls>
    </ul>
  )
}

function Bar({ run, runs }: { run: RecentRun; runs: readonly RecentRun[] }) {
  return <span data-tone={toneOfStatus(run.status)} style={{ height: `${barPercent(run, runs)}%` }} />
}

function moveFocus(event: KeyboardEvent<HTMLAnchorElement>): void {
  const item = event.currentTarget.parentElement
  const target = { ArrowLeft: item?.previousElementSibling, ArrowRight: item?.nextElementSibling }[event.key]
  const link = target?.querySelector('a')
  if (!link) return
  event.preventDefault()
  link.focus()
}
