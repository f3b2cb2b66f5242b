import { explainKept } from '#domain/failures/failure.ts'
import { pluralize } from '#domain/pluralize.ts'
import type { ReadStack } from './read-stack.ts'

/** Which sources keep the rows that they had, and why. */
export function describeKept(stack: Pick<ReadStack, 'kept'> | undefined): string[] {
  return (stack?.kept ?? []).map(({ title, rows, isLeftOut, reasons }) => {
    const why = reasons.map((reason) => explainKept(reason).reason).join(' ')
    const { fix } = explainKept(reasons[0])
    const kept = rows === 0 ? 'has no rows in the target yet' : `keeps its ${pluralize(rows, 'row')} of the last copy`
    const left = isLeftOut ? 'adds no rows this time' : kept
    return `"${title}" ${left}: ${why}${fix === null ? '' : ` ${fix}`}`
  })
}
