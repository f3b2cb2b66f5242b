import type { Verification } from '#domain/copy/verification.ts'
import type { AccountKind } from '#domain/tasks/lent-access.ts'
import type { Extent } from '#engine/last-copy/last-copy.ts'
import { storeExtent, storeWidthAfterUndo } from '#server/last-copy/extents.ts'
import { copiesThere } from '#server/last-copy/place.ts'
import type { TaskAfterAttempt } from '#server/runs/finish-attempts.ts'
import type { Task } from './read-tasks.ts'

/** Titles of the spreadsheets; empty if the attempt could not read the spreadsheet. */
interface Titles {
  readonly sourceTitle: string
  readonly targetTitle: string
}

export interface Success {
  at: Date
  accountKind: AccountKind | null
}

interface CopyOutcome {
  extent: Extent
  /** Undefined if the target was not verified. */
  verified?: Verification | undefined
  /** Undefined if the copy ended in a warning. */
  success: Success | undefined
}

interface EndedCopy {
  /** The task at the start of the run. */
  task: Task
  /** The current task, locked. */
  current: Task
  titles: Titles
  /** Undefined if nothing was copied. */
  copied: CopyOutcome | undefined
}

function afterSuccess({ at, accountKind }: Success): TaskAfterAttempt {
  return { lastSuccessAt: at, accessFailure: null, accountKind }
}

/** Builds the changes of a task after a skipped run. It counts as if it had found the target equal. */
export function afterSkip(success: Success): TaskAfterAttempt {
  return { ...afterSuccess(success), verifiedAt: success.at }
}

/** Builds the changes of a task after a copy. Leaves out spreadsheets a user has replaced since. */
export function afterCopy({ task, current, titles, copied }: EndedCopy): TaskAfterAttempt {
  return {
    ...newTitles({ task, current, titles }),
    ...(copied?.success && afterSuccess(copied.success)),
    ...(copied && copiesThere({ task, current }) && storeState(copied)),
  }
}

interface HandedOut extends Omit<EndedCopy, 'copied' | 'titles'> {
  outcome: Titles & Pick<CopyOutcome, 'verified'>
  success: Success | undefined
}

/** Builds the changes of a task after a hand-out. The state of its copies is stored by target. */
export function afterHandOut({ task, current, outcome, success }: HandedOut): TaskAfterAttempt {
  const { verified } = outcome
  return {
    ...newTitles({ task, current, titles: outcome }),
    ...(success && afterSuccess(success)),
    ...(verified && copiesThere({ task, current }) && { verifiedAt: verified.compared.from }),
  }
}

interface Undone extends Omit<EndedCopy, 'copied'> {
  /** Undefined if the undone runs wrote elsewhere. */
  widthAfter: number | null | undefined
}

/** Builds the changes of a task after an undo: titles and the width of the region. */
export function afterUndo({ task, current, titles, widthAfter }: Undone): TaskAfterAttempt {
  const isThere = copiesThere({ task, current })
  return { ...newTitles({ task, current, titles }), ...(isThere && storeWidthAfterUndo(task, widthAfter)) }
}

function storeState({ extent, verified }: Pick<CopyOutcome, 'extent' | 'verified'>): TaskAfterAttempt {
  // Written cells are only as fresh as the source cells of this run.
  return { ...storeExtent(extent), ...(verified && { verifiedAt: verified.compared.from }) }
}

function newTitles({ task, current, titles }: Omit<EndedCopy, 'copied'>): TaskAfterAttempt {
  const { sourceTitle, targetTitle } = titles
  return {
    ...(current.sourceSsId === task.sourceSsId && sourceTitle !== '' && { sourceSsName: sourceTitle }),
    ...(current.targetSsId === task.targetSsId && targetTitle !== '' && { targetSsName: targetTitle }),
  }
}
