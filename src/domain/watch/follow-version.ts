/** How far a task has followed the edits of its source. */
export interface FollowedSource {
  /** The last version that needs no run; null before the first answer. */
  readonly handledVersion: string | null
  /** Time of the first edit that still needs a run; null if there is none. */
  readonly pendingSince: Date | null
  /** Whether the edit may be the task's own writes. */
  readonly isEcho: boolean
  /** Whether the last run started by an edit was for an echo, wrote in turn, and no run of the task has followed it. */
  readonly hasEchoed: boolean
}

interface SeenVersion {
  readonly version: string
  readonly now: Date
  /** Whether writes of the task's runs, or of downstream runs, may have raised the version. */
  readonly mayBeEcho: boolean
  /** Whether a run of the task began after the last change that the version has. */
  readonly isCopied: boolean
}

type Followed = Pick<FollowedSource, 'handledVersion' | 'pendingSince' | 'isEcho'>

/**
 * How far a task has followed its source once Drive answered with another version. The first answer is where edits
 * begin to count. Versions do not tell a person's edit from the task's own writes into the same file, or from the
 * writes of a chain of copies that leads back to it: such a rise starts one comparison, so that no edit is lost. If the
 * comparison writes again, as it does where cells such as NOW() change with each write, the next rise starts nothing:
 * the task would run forever.
 */
export function followVersion(source: FollowedSource, { version, now, mayBeEcho, isCopied }: SeenVersion): Followed {
  const { handledVersion, pendingSince, isEcho, hasEchoed } = source
  if (handledVersion === null) return { handledVersion: version, pendingSince: null, isEcho: false }
  if (handledVersion === version || isCopied) return { handledVersion: version, pendingSince: null, isEcho: false }
  if (pendingSince) return { handledVersion, pendingSince, isEcho: isEcho && mayBeEcho }
  if (mayBeEcho && hasEchoed) return { handledVersion: version, pendingSince: null, isEcho: false }
  return { handledVersion, pendingSince: now, isEcho: mayBeEcho }
}
