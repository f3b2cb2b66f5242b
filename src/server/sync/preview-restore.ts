import type { Patch } from '#domain/copy/patch.ts'
import type { Google } from '#server/google/google.ts'
import { openEnteredCells } from './entered-cells.ts'
import { openRestoredTab } from './open-restored-tab.ts'
import { planRestore, type RestorePlan } from './plan-restore.ts'
import type { RestoreJob } from './restore-job.ts'
import { Spool } from './spool.ts'

interface Options {
  job: Omit<RestoreJob, 'restoresEdited' | 'editedDigest'>
  scratchDir: string
  signal: AbortSignal
}

export interface RestorePreview extends RestorePlan {
  tabTitle: string
  spreadsheetTitle: string
}

/** What a restore would do. Writes nothing. @throws ProviderError, or the signal's reason */
export async function previewRestore(google: Google, { job, scratchDir, signal }: Options): Promise<RestorePreview> {
  const { accounts, owner, history } = job
  const client = google.connect({
    accounts,
    owner,
    signal,
    onWait() {},
    log() {},
  })
  const target = await openRestoredTab(client, history)
  await using stack = new AsyncDisposableStack()
  const plan = await planRestore({
    history,
    entered: openEnteredCells(client, { target, lastColumn: history.lastColumn }),
    restoresEdited: false,
    spools: {
      fills: stack.use(new Spool<Patch[]>(scratchDir)),
      clears: stack.use(new Spool<Patch[]>(scratchDir)),
      formulas: stack.use(new Spool<Patch[]>(scratchDir)),
    },
    onPlanned: () => signal.throwIfAborted(),
  })
  return { ...plan, tabTitle: target.tabTitle, spreadsheetTitle: target.spreadsheet.title }
}
