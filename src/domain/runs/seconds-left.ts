import { SECOND_MS } from '#domain/time.ts'

interface Pace {
  rowsDone: number | null
  rowsTotal: number | null
  /** When the first of the rows done was begun. */
  phaseStartedAt: Date | null
  now: Date
}

/** How long the rows that are left take at the pace of those done; null while that is not known. */
export function secondsLeft({ rowsDone, rowsTotal, phaseStartedAt, now }: Pace): number | null {
  if (!rowsDone || rowsTotal === null || phaseStartedAt === null) return null
  const elapsedMs = Math.max(0, now.getTime() - phaseStartedAt.getTime())
  return Math.ceil((elapsedMs * Math.max(0, rowsTotal - rowsDone)) / rowsDone / SECOND_MS)
}
