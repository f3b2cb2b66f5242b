import { MAX_LISTED_RUNS } from '#contract/run.ts'
import { formatCount } from '../../lib/format.ts'
import classes from './run-timeline.module.css'

/** Below a plot that lacks the oldest runs of its period. */
export function CutNote() {
  return <p className={classes.note}>Showing only the latest {formatCount(MAX_LISTED_RUNS)} runs.</p>
}
