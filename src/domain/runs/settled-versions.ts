import { DAY_MS, MINUTE_MS } from '#domain/time.ts'

/** Delay after an edit until versions are reliable: Drive learns of an edit up to three minutes late. */
export const SETTLED_AFTER_MS = 5 * MINUTE_MS

/** Time after which a run reads everything, however little was edited. */
export const READS_ALL_AFTER_MS = DAY_MS

interface SeenVersions {
  readonly targetVersion?: string | undefined
  readonly sourceVersion?: string | undefined
  readonly sourceIsComputed?: boolean | undefined
  /** When a run last verified the target, at these versions. */
  readonly comparedAt?: Date | null | undefined
}

/**
 * Whether unchanged versions prove that two files are still equal. Both versions must be known, only edits may change the
 * source's cells, and Drive must have learned of the edits made until the comparison.
 */
export function hasSettledVersions(seen: SeenVersions, now: Date): boolean {
  const { targetVersion, sourceVersion, sourceIsComputed, comparedAt } = seen
  if (targetVersion === undefined || sourceVersion === undefined || sourceIsComputed !== false) return false
  return comparedAt != null && now.getTime() - comparedAt.getTime() >= SETTLED_AFTER_MS
}
