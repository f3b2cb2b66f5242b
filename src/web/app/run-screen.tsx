import { RunPage } from '../features/run/run-page.tsx'
import { UndoRun } from '../features/undo-run/undo-run.tsx'

/** The page of a run, with the actions for it. */
export function RunScreen() {
  return <RunPage Undo={UndoRun} />
}
