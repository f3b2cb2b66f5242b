import { countMovedBack, dropUndone } from '#domain/beside/row-moves.ts'
import { withWorkbook } from '#engine/job/run-with-workbook.ts'
import type { Provider } from '#engine/workbook.ts'
import { openUndoTab } from './open-undo-tab.ts'
import { planUndo, type UndoPlan } from './plan-undo.ts'
import type { UndoJob } from './undo-job.ts'

interface Options {
  job: Pick<UndoJob, 'access' | 'history'>
  tempDir: string
  signal: AbortSignal
}

interface PreviewedUndo extends Omit<UndoPlan, 'buffers' | 'followed' | 'relocated'> {
  /** Number of rows to move back and of removed rows to restore; null if no row moves. */
  rowMoves: { rows: number; restored: number } | null
}

/** Plans an undo as its run does, and writes nothing. @throws ProviderError, or the signal's reason */
export async function previewUndo(provider: Provider, { job, tempDir, signal }: Options): Promise<PreviewedUndo> {
  return await withWorkbook(provider, { job, ports: { signal, onWait() {}, log() {} } }, async (workbook) => {
    await using stack = new AsyncDisposableStack()
    const target = await openUndoTab(workbook, job.history)
    const onPlanned = () => signal.throwIfAborted()
    const asLeft = { ...job, undoesEdited: false }
    const {
      buffers: _,
      followed: _followed,
      relocated,
      ...plan
    } = await planUndo(workbook, {
      job: asLeft,
      target,
      plansLayout: true,
      tempDir,
      stack,
      onPlanned,
    })
    const undone = dropUndone(relocated?.applied ?? [])
    return { ...plan, rowMoves: undone.length > 0 ? countMovedBack(undone) : null }
  })
}
