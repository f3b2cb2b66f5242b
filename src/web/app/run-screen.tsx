import { RestoreRun } from '../features/restore-run/restore-run.tsx'
import { RunPage } from '../features/run/run-page.tsx'

/** The page of a run, with what a person can do about it. */
export function RunScreen() {
  return <RunPage Restore={RestoreRun} />
}
