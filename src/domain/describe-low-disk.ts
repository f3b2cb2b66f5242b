import type { LowDisk } from '#contract/overview.ts'

const gigabytes = new Intl.NumberFormat('en-US', { style: 'unit', unit: 'gigabyte', maximumSignificantDigits: 2 })
const BYTES_PER_GB = 1_000_000_000

/** Describes for administrators how little of the database's disk is free. */
export function describeLowDisk({ free_bytes: free, total_bytes: total }: LowDisk): string {
  const [freeText, totalText] = [free, total].map((bytes) => gigabytes.format(bytes / BYTES_PER_GB))
  return `The disk of the database is almost full: ${freeText} of ${totalText} are free.`
}
