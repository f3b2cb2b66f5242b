import type { Delivery } from '#contract/delivery.ts'
import { pluralize } from '#domain/pluralize.ts'

const MAX_NAMED = 5

/** Whether every row was seen in its target. */
export function isComplete({ source_rows, delivered_rows, unmatched, targets, sums }: Delivery): boolean {
  const areEqual = targets.every(({ state }) => state === 'delivered' || state === 'empty')
  const areSumsEqual = sums.every(({ source, delivered }) => source === delivered)
  return areEqual && areSumsEqual && unmatched.length === 0 && delivered_rows === source_rows
}

/** `4,001 rows: 4,000 arrived in 40 targets exactly once; 1 row has the value B99, for which there is no target.` */
export function describeDelivery(delivery: Delivery): string {
  const { source_rows, delivered_rows, waiting_rows } = delivery
  const reached = delivery.targets.filter(({ state, rows }) => state === 'delivered' && rows > 0).length
  const arrived = `${delivered_rows === source_rows ? 'all' : delivered_rows.toLocaleString('en-US')} arrived in ${pluralize(reached, 'target')} exactly once`
  const missing = [
    ...describeUnmatched(delivery),
    ...describeState(delivery, { state: 'held', verb: 'waits for a person', verbs: 'wait for a person' }),
    ...describeState(delivery, { state: 'failed', verb: 'failed', verbs: 'failed' }),
    ...describeState(delivery, {
      state: 'not_equal',
      verb: 'did not take every value',
      verbs: 'did not take every value',
    }),
    ...(waiting_rows > 0
      ? [`${pluralize(waiting_rows, 'row')} ${stay(waiting_rows)} in the former target until then`]
      : []),
  ]
  const sentences = [
    [`${pluralize(source_rows, 'row')}: ${arrived}`, ...missing].join('; '),
    ...delivery.sums.map(describeSum),
  ]
  return sentences.map((sentence) => `${sentence}.`).join(' ')
}

/** `Amount: 1,203,400.50 in the source, 1,203,400.50 in the targets` */
function describeSum({ column, source, delivered }: Delivery['sums'][number]): string {
  const hasFraction = !Number.isInteger(source) || !Number.isInteger(delivered)
  const format = (sum: number) =>
    sum.toLocaleString('en-US', { minimumFractionDigits: hasFraction ? 2 : 0, maximumFractionDigits: 10 })
  return `${column}: ${format(source)} in the source, ${format(delivered)} in the targets`
}

function stay(count: number): string {
  return count === 1 ? 'stays' : 'stay'
}

function describeUnmatched({ unmatched }: Delivery): string[] {
  const shown = unmatched.slice(0, MAX_NAMED).map(({ value, rows }) => {
    const has = `${pluralize(rows, 'row')} ${rows === 1 ? 'has' : 'have'}`
    if (value === null) return `${has} no target`
    return value === '' ? `${has} no value` : `${has} the value ${value}, for which there is no target`
  })
  const others = unmatched.length - shown.length
  return others > 0 ? [...shown, `${pluralize(others, 'other value')} without a target`] : shown
}

interface StateWords {
  state: Delivery['targets'][number]['state']
  verb: string
  verbs: string
}

/** `South (3 rows) failed` */
function describeState({ targets }: Delivery, { state, verb, verbs }: StateWords): string[] {
  const found = targets.filter((target) => target.state === state)
  if (found.length === 0) return []
  const named = found.slice(0, MAX_NAMED).map(({ value, rows }) => `${value} (${pluralize(rows, 'row')})`)
  const others = found.length - named.length
  const names = others > 0 ? `${named.join(', ')} and ${pluralize(others, 'other')}` : named.join(', ')
  return [`${names} ${found.length === 1 ? verb : verbs}`]
}
