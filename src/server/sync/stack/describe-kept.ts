import { countOf } from '#domain/count-of.ts'
import { explain } from '#domain/failures/failure.ts'
import type { ReadStack } from './read-stack.ts'

/** Which sources keep the rows that they had, and why. */
export function describeKept(stack: Pick<ReadStack, 'kept'> | undefined): string[] {
  return (stack?.kept ?? []).map(({ title, rows, reasons }) => {
    const why = reasons.map((reason) => explain(reason).reason.replace(`"${title}": `, '')).join(' ')
    const fix = explain(reasons[0]).fix
    const left = rows === 0 ? 'has no rows in the target yet' : `keeps its ${countOf(rows, 'row')} of the last copy`
    return `"${title}" ${left}: ${why}${fix ? ` ${fix.replace('Nothing was written. ', '')}` : ''}`
  })
}
