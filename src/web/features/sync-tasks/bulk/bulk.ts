import { countOf } from '#domain/count-of.ts'
import { CallError } from '../../../lib/call-error.ts'

const CALLS_AT_ONCE = 4
const MOST_NAMED = 3

/** What became of an action on several tasks. */
interface BulkOutcome {
  doneIds: number[]
  /** In words, each naming its task. */
  refusals: string[]
}

interface Item {
  id: number
  title: string
}

interface BulkOptions<T extends Item> {
  items: readonly T[]
  /** Resolves to why the task was refused, undefined when it was done. */
  act: (item: T) => Promise<string | undefined>
  onProgress: (settled: number) => void
}

/** Acts on each item, a few at a time. One that is refused does not hold up the others. */
export async function actOnEach<T extends Item>({ items, act, onProgress }: BulkOptions<T>): Promise<BulkOutcome> {
  const queue = [...items]
  const outcome: BulkOutcome = { doneIds: [], refusals: [] }
  let settled = 0

  async function work(): Promise<void> {
    for (let item = queue.shift(); item; item = queue.shift()) {
      const refusal = await act(item).catch(reasonOf)
      if (refusal === undefined) outcome.doneIds.push(item.id)
      else outcome.refusals.push(`${item.title}: ${refusal}`)
      onProgress(++settled)
    }
  }

  await Promise.all(Array.from({ length: CALLS_AT_ONCE }, work))
  return outcome
}

/** The outcome in a sentence or two: how many, and the first refusals by name. */
export function bulkSummary(verb: string, { doneIds, refusals }: BulkOutcome): string {
  const done = doneIds.length
  const total = done + refusals.length
  const head = `${verb} ${done} of ${countOf(total, 'task')}.`
  if (refusals.length === 0) return head
  const more = refusals.length - MOST_NAMED
  return [head, ...refusals.slice(0, MOST_NAMED), ...(more > 0 ? [`and ${more} more`] : [])].join(' ')
}

function reasonOf(error: unknown): string {
  return error instanceof CallError ? error.message : 'Something went wrong.'
}
