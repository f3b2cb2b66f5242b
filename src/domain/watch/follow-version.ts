/** How far a task has followed the edits of its source. */
export interface FollowedSource {
  /** The last version that needs no run; null before the first answer. */
  readonly handledVersion: string | null
  /** Time of the first edit that still needs a run; null if there is none. */
  readonly pendingSince: Date | null
  /** Whether the edit may be the task's own writes. */
  readonly isEcho: boolean
  /** Whether the last run on edit followed an echo and wrote again, without a later run of the task. */
  readonly hasEchoed: boolean
}

interface SeenVersion {
  readonly version: string
  readonly now: Date
  /** Whether writes by the task's runs, or by downstream runs, may have raised the version. */
  readonly mayBeEcho: boolean
  /** Whether a run of the task began after the last change included in the version. */
  readonly isCopied: boolean
}

type Followed = Pick<FollowedSource, 'handledVersion' | 'pendingSince' | 'isEcho'>

/**
 * Updates the followed state of a task after Drive answered with another version. Edits count from the first answer on.
 *
 * Versions do not distinguish a person's edit from the task's own writes into the same file, or from a chain of copies back to
 * it. After such a rise, one comparison starts, so no edit is lost. The comparison may write again, e.g. if cells such as NOW()
 * change with each write. The next rise then starts nothing, or the task would run forever.
 */
export function followVersion(source: FollowedSource, { version, now, mayBeEcho, isCopied }: SeenVersion): Followed {
  const { handledVersion, pendingSince, isEcho, hasEchoed } = source
  if (handledVersion === null) return { handledVersion: version, pendingSince: null, isEcho: false }
  if (handledVersion === version || isCopied) return { handledVersion: version, pendingSince: null, isEcho: false }
  if (pendingSince) return { handledVersion, pendingSince, isEcho: isEcho && mayBeEcho }
  if (mayBeEcho && hasEchoed) return { handledVersion: version, pendingSince: null, isEcho: false }
  return { handledVersion, pendingSince: now, isEcho: mayBeEcho }
}
