import type { QuotaUse } from '#contract/run.ts'
import { roundDuration } from '#domain/duration.ts'

/** Describes in a sentence how much of a quota Run All needs. */
export function describeQuota({ kind, name, requests, count, per_minute, ms, among }: QuotaUse): string {
  const owner = kind === 'account' ? name : `Cloud project ${name}`
  const busiest = among > 1 ? `, the busiest of ${among} ${kind}s` : ''
  const need = `${count.toLocaleString('en-US')} ${requests} at up to ${per_minute.toLocaleString('en-US')} a minute`
  return `${owner}${busiest}: ${need}, about ${roundDuration(ms)}.`
}
