/** Minimum finished share of a wave before its pace says anything about the rest. */
const MIN_DONE_SHARE = 0.1

interface Pace {
  readonly done: number
  readonly total: number
  /** Since the wave was queued. */
  readonly elapsedMs: number
}

/** How long the rest of a wave takes at its pace so far; undefined while too few of its runs have ended to tell. */
export function timeLeftMs({ done, total, elapsedMs }: Pace): number | undefined {
  if (done === 0 || done < total * MIN_DONE_SHARE) return undefined
  return Math.round((elapsedMs / done) * (total - done))
}
