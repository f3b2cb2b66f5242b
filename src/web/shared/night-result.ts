import type { NightResult } from '#contract/overview.ts'
import type { RunStatus } from '#contract/task-progress.ts'
import { pluralize } from '#domain/pluralize.ts'
import { formatCount } from '../lib/format.ts'

interface NightEnd {
  field: keyof Omit<NightResult, 'from' | 'to' | 'runs'>
  status: (typeof RunStatus.options)[number]
  describe: (count: number) => string
}

/** Results of runs, the most urgent first. */
const NIGHT_ENDS: readonly NightEnd[] = [
  { field: 'failed', status: 'Error', describe: (count) => pluralize(count, 'error') },
  { field: 'warnings', status: 'Warning', describe: (count) => pluralize(count, 'warning') },
  { field: 'stopped', status: 'Stopped', describe: (count) => `${formatCount(count)} stopped` },
  { field: 'succeeded', status: 'Success', describe: (count) => `${formatCount(count)} succeeded` },
]

/** Summarizes a night, e.g. `2 errors, 198 succeeded`, with its worst status; undefined without runs. */
export function describeNight(night: NightResult): { text: string; worst: NightEnd['status'] } | undefined {
  const ends = NIGHT_ENDS.filter(({ field }) => night[field] > 0)
  const [first] = ends
  if (!first) return undefined
  return { text: ends.map(({ field, describe }) => describe(night[field])).join(', '), worst: first.status }
}
