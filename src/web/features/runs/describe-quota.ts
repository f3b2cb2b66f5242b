import type { QuotaUse } from '#contract/run.ts'
import { roundDuration } from '#domain/duration.ts'

/** How much of a quota Run All needs, in a sentence. */
export function describeQuota({ kind, name, requests, count, per_minute, ms, among }: QuotaUse): string {
  const owner = kind === 'account' ? name : `Cloud project ${name}`
  const busiest = among > 1 ? `, the busiest of ${among} ${kind}s` : ''
  const need = `${count.toLocaleString('en-US')} ${requests} at up to ${per_minute.toLocaleString('en-US')} a minute`
  return `${owner}${busiest}: ${need}, about ${roundDuration(ms)}.`
}
