import { SECOND_MS } from '#domain/time.ts'

interface RowProgress {
  rowsDone: number | null
  rowsTotal: number | null
  /** When work on the rows started. */
  phaseStartedAt: Date | null
  now: Date
}

/** Seconds for the remaining rows at the pace so far; null while unknown. */
export function secondsLeft({ rowsDone, rowsTotal, phaseStartedAt, now }: RowProgress): number | null {
  if (!rowsDone || rowsTotal === null || phaseStartedAt === null) return null
  const elapsedMs = Math.max(0, now.getTime() - phaseStartedAt.getTime())
  return Math.ceil((elapsedMs * Math.max(0, rowsTotal - rowsDone)) / rowsDone / SECOND_MS)
}
