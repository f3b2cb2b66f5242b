import type { SeenEqual } from '#domain/copy/seen-equal.ts'
import type { AccountKind } from '#domain/tasks/lent-access.ts'
import { storeExtent, storeWidthAfterUndo } from '#server/last-copy/extents.ts'
import type { Extent } from '#server/last-copy/last-copy.ts'
import { copiesThere } from '#server/last-copy/place.ts'
import type { TaskAfterAttempt } from '#server/runs/finish-attempts.ts'
import type { Task } from './read-tasks.ts'

/** Titles of the spreadsheets; empty for one that the attempt could not read. */
interface Titles {
  readonly sourceTitle: string
  readonly targetTitle: string
}

export interface Success {
  at: Date
  accountKind: AccountKind | null
}

interface Copied {
  extent: Extent
  /** Undefined if the target was not seen equal. */
  seenEqual?: SeenEqual | undefined
  /** Undefined when the copy ended in a warning. */
  success: Success | undefined
}

interface EndedCopy {
  /** As it was when the run started. */
  task: Task
  /** As it is now, locked. */
  current: Task
  titles: Titles
  /** Undefined when nothing was copied. */
  copied: Copied | undefined
}

function afterSuccess({ at, accountKind }: Success): TaskAfterAttempt {
  return { lastSuccessAt: at, accessFailure: null, accountKind }
}

/** A run that was skipped would have found the target equal. */
export function afterSkip(success: Success): TaskAfterAttempt {
  return { ...afterSuccess(success), seenEqualAt: success.at }
}

/** How a task changes with what an attempt learned of its spreadsheets, except of those that a user has since replaced. */
export function afterCopy({ task, current, titles, copied }: EndedCopy): TaskAfterAttempt {
  return {
    ...newTitles({ task, current, titles }),
    ...(copied?.success && afterSuccess(copied.success)),
    ...(copied && copiesThere({ task, current }) && storeState(copied)),
  }
}

interface HandedOut extends Omit<EndedCopy, 'copied' | 'titles'> {
  outcome: Titles & Pick<Copied, 'seenEqual'>
  success: Success | undefined
}

/** How a task changes that hands rows out. What its copies left is stored by target. */
export function afterHandOut({ task, current, outcome, success }: HandedOut): TaskAfterAttempt {
  const { seenEqual } = outcome
  return {
    ...newTitles({ task, current, titles: outcome }),
    ...(success && afterSuccess(success)),
    ...(seenEqual && copiesThere({ task, current }) && { seenEqualAt: seenEqual.compared.from }),
  }
}

interface Undone extends Omit<EndedCopy, 'copied'> {
  /** Undefined if the undone runs wrote elsewhere. */
  widthAfter: number | null | undefined
}

/** With how wide the region is since then: beyond it, the target is no longer the task's. */
export function afterUndo({ task, current, titles, widthAfter }: Undone): TaskAfterAttempt {
  const isThere = copiesThere({ task, current })
  return { ...newTitles({ task, current, titles }), ...(isThere && storeWidthAfterUndo(task, widthAfter)) }
}

function storeState({ extent, seenEqual }: Pick<Copied, 'extent' | 'seenEqual'>): TaskAfterAttempt {
  // The cells that were written later are as old as those that were read.
  return { ...storeExtent(extent), ...(seenEqual && { seenEqualAt: seenEqual.compared.from }) }
}

function newTitles({ task, current, titles }: Omit<EndedCopy, 'copied'>): TaskAfterAttempt {
  const { sourceTitle, targetTitle } = titles
  return {
    ...(current.sourceSsId === task.sourceSsId && sourceTitle !== '' && { sourceSsName: sourceTitle }),
    ...(current.targetSsId === task.targetSsId && targetTitle !== '' && { targetSsName: targetTitle }),
  }
}
