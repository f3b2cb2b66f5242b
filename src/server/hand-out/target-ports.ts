import type { SyncPorts } from '#engine/job/sync-job.ts'
import { extendTo } from '#engine/last-copy/last-copy.ts'
import type { HandOutPorts } from './hand-out-ports.ts'
import type { TargetTask } from './hand-out-run.ts'
import type { TabOwners } from './tab-owners.ts'
import { openLastTarget } from './target-job.ts'
import { forgetMemory, type TargetCopy } from './target-store.ts'

interface TargetParts {
  task: TargetTask
  last: TargetCopy
  owners: TabOwners
  /** Called when the stored state of the target is about to change. */
  onForget(): void
}

/** Services of a run for the copy of one target. */
export function buildTargetPorts(ports: HandOutPorts, { task, last, owners, onForget }: TargetParts): SyncPorts {
  const { targets, willWriteTo, willNoteIn, mayRecall: _, takePlaces: __, openChanges: ___, ...others } = ports
  const { target } = task
  const { targetSsId } = target
  const stored = targets.openRows(target.key)
  return {
    ...others,
    /** Logs only warnings and errors: the successes of many targets would hide them. */
    log(level, message) {
      if (level === 'WARNING' || level === 'ERROR') ports.log(level, `"${target.value}": ${message}`)
    },
    onProgress: ({ rowsDone, phase }) => task.onProgress({ rowsDone, phase }),
    async willWrite({ width, lastRow, sheetId }) {
      if (sheetId !== undefined) owners.require(target, sheetId)
      onForget()
      const { left, ...forgotten } = forgetMemory(last)
      const extent = extendTo(left.extent, { width, filledRow: lastRow })
      await targets.saveTarget(target.key, { ...forgotten, left: { ...left, extent } })
      await willWriteTo({ targetSsId, sheetId })
    },
    willNote: () => willNoteIn(targetSsId),
    changes: ports.openChanges(
      { ...target, stateBefore: forgetMemory(last) },
      { widthBefore: last.left.extent.width ?? null },
    ),
    // The rows of this target are stored besides the rows of the source, so the next run finds edits by hand.
    dataCopy: ports.dataCopy && {
      open(columns) {
        onForget()
        return stored.open(columns)
      },
    },
    lastTarget: ports.dataCopy && (async () => openLastTarget(last, stored)),
    // The source was read before.
    sources: undefined,
    // The run as a whole is compared with its preview.
    previewed: undefined,
  }
}
