/** How long a run has gone on since its first attempt, until now where it has not ended; null when it did not start. */
export function elapsedSeconds(
  { startedAt, endedAt }: { startedAt: Date | null; endedAt: Date | null },
  now: Date,
): number | null {
  if (!startedAt) return null
  return Math.max(0, Math.round(((endedAt ?? now).getTime() - startedAt.getTime()) / 1000))
}
