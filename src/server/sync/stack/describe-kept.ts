import { countOf } from '#domain/count-of.ts'
import { explain } from '#domain/failures/failure.ts'
import type { ReadStack } from './read-stack.ts'

/** Which sources keep the rows that they had, and why. */
export function describeKept(stack: Pick<ReadStack, 'kept'> | undefined): string[] {
  return (stack?.kept ?? []).map(({ title, rows, isLeftOut, reasons }) => {
    const why = reasons.map((reason) => explain(reason).reason.replace(`"${title}": `, '')).join(' ')
    const fix = explain(reasons[0]).fix
    const kept = rows === 0 ? 'has no rows in the target yet' : `keeps its ${countOf(rows, 'row')} of the last copy`
    const left = isLeftOut ? 'adds no rows this time' : kept
    return `"${title}" ${left}: ${why}${fix ? ` ${fix.replace('Nothing was written. ', '')}` : ''}`
  })
}
