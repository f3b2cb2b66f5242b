import type { SyncPorts } from '#server/sync/job/sync-job.ts'
import type { OpenChangeSet } from '#server/sync/record/change-store.ts'
import type { HandOutPorts } from './hand-out-ports.ts'
import type { TargetTask } from './hand-out-run.ts'
import type { TabOwners } from './tab-owners.ts'
import type { TargetCopy } from './target-store.ts'

interface TargetParts {
  task: TargetTask
  last: TargetCopy
  owners: TabOwners
}

/** Services of a run for the copy of one target. */
export function buildTargetPorts(ports: HandOutPorts, { task, last, owners }: TargetParts): SyncPorts {
  const { targets, willWriteTo, willNoteIn, mayRecall: _, takePlaces: __, ...others } = ports
  const { target } = task
  const { targetSsId } = target
  return {
    ...others,
    /** Logs only warnings and errors: the successes of many targets would hide them. */
    log(level, message) {
      if (level === 'WARNING' || level === 'ERROR') ports.log(level, `"${target.value}": ${message}`)
    },
    onProgress: ({ rowsDone, phase }) => task.onProgress({ rowsDone, phase }),
    async willWrite({ width, lastRow, sheetId }) {
      if (sheetId !== undefined) owners.require(target, sheetId)
      const { lastWidth = 0, lastFilledRow } = last.left
      const { memory: _memory, ...left } = last.left
      const reach = { lastWidth: Math.max(lastWidth, width), lastFilledRow: Math.max(lastFilledRow ?? 0, lastRow) }
      await targets.saveTarget(target.key, { ...last, left: { ...left, ...reach } })
      await willWriteTo({ targetSsId, sheetId })
    },
    willNote: () => willNoteIn(targetSsId),
    changes: { open: async () => UNRECORDED },
    // The rows of all targets are stored once, as those of the source.
    dataCopy: undefined,
  }
}

const UNRECORDED: OpenChangeSet = {
  bytes: 0,
  rowMoves: [],
  maxBytes: Number.POSITIVE_INFINITY,
  earlierBlocks: async () => [],
  async append() {},
  async addStructure() {},
  async giveUp() {},
}
