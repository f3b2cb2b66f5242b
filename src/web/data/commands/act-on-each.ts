import pLimit from 'p-limit'
import { pluralize } from '#domain/pluralize.ts'
import { CallError } from '../../lib/call-error.ts'

const MAX_CONCURRENT_CALLS = 4
const MAX_LISTED_FAILURES = 3

/** Outcome of an action on several tasks. */
export interface BulkOutcome {
  doneIds: number[]
  /** Messages of failed tasks, each starting with its title. */
  failures: string[]
}

interface Item {
  id: number
  title: string
}

interface BulkOptions<T extends Item> {
  items: readonly T[]
  /** Resolves to the reason for a failure, or to undefined on success. */
  act: (item: T) => Promise<string | undefined>
  onProgress: (settled: number) => void
}

/** Acts on each item, a few at a time. A failure does not stop the remaining items. */
export async function actOnEach<T extends Item>({ items, act, onProgress }: BulkOptions<T>): Promise<BulkOutcome> {
  let settled = 0
  const reasons = await pLimit(MAX_CONCURRENT_CALLS).map(items, async (item) => {
    const reason = await act(item).catch(formatCallError)
    onProgress(++settled)
    return reason
  })
  return {
    doneIds: items.filter((_, index) => reasons[index] === undefined).map(({ id }) => id),
    failures: items.flatMap(({ title }, index) => (reasons[index] === undefined ? [] : `${title}: ${reasons[index]}`)),
  }
}

/** The toast message for an outcome: the count and the first failures. */
export function bulkSummary(verb: string, { doneIds, failures }: BulkOutcome): string {
  const done = doneIds.length
  const total = done + failures.length
  const count = `${verb} ${done} of ${pluralize(total, 'task')}.`
  if (failures.length === 0) return count
  const more = failures.length - MAX_LISTED_FAILURES
  return [count, ...failures.slice(0, MAX_LISTED_FAILURES), ...(more > 0 ? [`and ${more} more`] : [])].join(' ')
}

/** Formats the reason for a failed call. */
export function formatCallError(error: unknown): string {
  return error instanceof CallError ? error.message : 'Something went wrong.'
}
