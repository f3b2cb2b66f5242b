export interface TimeSpan {
  from: Date
  to: Date
}

/** When a copy verified that the target equals the source. The next run finds later edits. */
export interface Verification {
  /** When the source and the target were read. */
  compared: TimeSpan
  /** When the differing cells were written and read back; undefined if there were none. */
  written: TimeSpan | undefined
}

/** `formatTime` formats an instant as '2026-07-14 05:30:00 EDT'. */
export function describeVerification({ compared, written }: Verification, formatTime: (at: Date) => string): string {
  const whenCompared = describeSpan(compared, formatTime)
  const whenWritten = written && describeSpan(written, formatTime)
  return whenWritten === undefined || whenWritten === whenCompared
    ? `Verified ${whenCompared}.`
    : `Cells that were written were verified ${whenWritten}, all others ${whenCompared}.`
}

function describeSpan({ from, to }: TimeSpan, formatTime: (at: Date) => string): string {
  const [, start = '', startZone = ''] = formatTime(from).split(' ')
  const [, end = '', endZone = ''] = formatTime(to).split(' ')
  if (start === end) return `at ${end} ${endZone}`
  return `between ${startZone === endZone ? start : `${start} ${startZone}`} and ${end} ${endZone}`
}
