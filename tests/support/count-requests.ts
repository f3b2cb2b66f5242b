import type { RequestLog } from './memory-workbook.ts'

/** Counts the requests of some work at the provider. Requests to Drive have a separate count. */
export async function countRequests<Outcome>({ requests }: { requests: RequestLog }, work: () => Promise<Outcome>) {
  requests.clear()
  const outcome = await work()
  const sheets = requests.entries.filter(({ path }) => path.startsWith('/v4/'))
  const count = (kind: string) => sheets.filter((entry) => entry.kind === kind).length
  return { outcome, reads: count('read'), writes: count('write'), drive: requests.entries.length - sheets.length }
}
