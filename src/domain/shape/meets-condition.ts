import { type Cell, isEmptyCell } from '#domain/copy/cell.ts'
import type { Condition, Literal } from './row-conditions.ts'

/** Whether a cell meets a condition. `today` is the serial number of the day on which the run began. */
export function meetsCondition(cell: Cell, { operator, values }: Condition, today: number): boolean {
  const [value = { text: '' }] = values
  switch (operator) {
    case 'is empty':
      return isEmptyCell(cell)
    case 'is not empty':
      return !isEmptyCell(cell)
    case 'in':
      return values.some((one) => equals(cell, one, today))
    case 'not in':
      return !values.some((one) => equals(cell, one, today))
    case '=':
      return equals(cell, value, today)
    case '!=':
      return !equals(cell, value, today)
    case 'contains':
      return folded(cell).includes(folded(value.text))
    case 'does not contain':
      return !folded(cell).includes(folded(value.text))
    case 'starts with':
      return folded(cell).startsWith(folded(value.text))
    case 'ends with':
      return folded(cell).endsWith(folded(value.text))
    default:
      return isOrdered(cell, { operator, value, today })
  }
}

/** A number is compared by value, and a day with all its times; text without regard to case. */
function equals(cell: Cell, value: Literal, today: number): boolean {
  const bounds = boundsOf(value, today)
  if (typeof cell === 'number' && bounds) {
    return value.isDay ? cell >= bounds.from && cell < bounds.before : cell === bounds.from
  }
  return !isEmptyCell(cell) && folded(cell) === folded(value.text)
}

interface Ordered {
  operator: '>' | '>=' | '<' | '<='
  value: Literal
  today: number
}

/** Text has no order among numbers and dates. */
function isOrdered(cell: Cell, { operator, value, today }: Ordered): boolean {
  const bounds = boundsOf(value, today)
  if (typeof cell !== 'number' || !bounds) return false
  const { from, before } = bounds
  switch (operator) {
    case '>':
      return value.isDay ? cell >= before : cell > from
    case '>=':
      return cell >= from
    case '<':
      return cell < from
    case '<=':
      return value.isDay ? cell < before : cell <= from
  }
}

/** A day reaches up to the next one. */
function boundsOf({ number, isDay, isFromToday }: Literal, today: number) {
  if (number === undefined) return undefined
  const from = isFromToday ? today + number : number
  return { from, before: isDay ? from + 1 : from }
}

function folded(cell: Cell): string {
  return cell === null ? '' : String(cell).toLowerCase()
}
