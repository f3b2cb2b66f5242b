/** Returns the seconds from the first attempt to the end, or until now; null for a run that never started. */
export function elapsedSeconds(
  { startedAt, endedAt }: { startedAt: Date | null; endedAt: Date | null },
  now: Date,
): number | null {
  if (!startedAt) return null
  return Math.max(0, Math.round(((endedAt ?? now).getTime() - startedAt.getTime()) / 1000))
}
