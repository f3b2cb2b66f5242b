const UNITS = ['bytes', 'kB', 'MB', 'GB'] as const
const STEP = 1000

/** A size in the largest unit that keeps it above 1: '940 bytes', '12 kB', '3.4 MB'. */
export function formatBytes(bytes: number): string {
  const exponent = bytes < STEP ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(bytes) / 3))
  const size = bytes / STEP ** exponent
  const digits = exponent > 0 && size < 10 ? 1 : 0
  return `${size.toFixed(digits)} ${UNITS[exponent]}`
}
