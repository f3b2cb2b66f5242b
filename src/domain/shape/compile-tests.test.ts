import { expect, test } from 'vitest'
import type { Cell } from '#domain/copy/cell.ts'
import { dayNumber } from '#domain/recognize/day-number.ts'
import { compileTests } from './compile-tests.ts'
import { parseConditions } from './row-conditions.ts'

const TODAY = dayNumber('2026-02-14') ?? 0

test.each<[condition: string, meet: Cell[], others: Cell[]]>([
  ['= open', ['open', 'OPEN'], ['open ', 'reopen', '', null, 0]],
  ['!= open', ['closed', '', null, 1], ['Open']],
  ['= 1', [1, '1'], ['1.0', true, '', 2]],
  ['= 01', [1, '01'], ['1']],
  ['= "1"', ['1', 1], ['01', 2]],
  ['= true', [true, 'TRUE'], [false, 1]],
  ['> 100', [100.5], [100, '101', '', true]],
  ['>= 100', [100], [99.9]],
  ['< -1.5', [-2], [-1.5, '']],
  ['<= 10%', [0.1, 0], [0.2]],
  ['in North | "South | East" | 7', ['north', 'South | East', 7], ['South', '']],
  ['not in North | 7', ['South', ''], ['NORTH', 7]],
  ['contains gmbh', ['Ann GmbH', 'GMBHs'], ['Gm bH', '']],
  ['does not contain a', ['B', ''], ['Bar']],
  ['starts with 49', ['49 30', 4930], ['+49']],
  ['ends with é', ['café', 'CAFÉ'], ['cafe']],
  ['is empty', ['', null], [0, false, ' ']],
  ['is not empty', [0, false, ' '], ['', null]],
  ['= 2026-02-14', [TODAY, TODAY + 0.75, '2026-02-14'], [TODAY + 1, TODAY - 0.1]],
  ['= today', [TODAY, TODAY + 0.999, 'Today'], [TODAY + 1]],
  ['>= today - 30', [TODAY - 30, TODAY], [TODAY - 30.1, '2026-02-14', '']],
  ['> today', [TODAY + 1], [TODAY, TODAY + 0.5]],
  ['<= today', [TODAY + 0.5, 0], [TODAY + 1]],
  ['< today + 1', [TODAY + 0.5], [TODAY + 1]],
])('Column %s', (text, meet, others) => {
  const [condition] = parseConditions(`Column ${text}`)
  if (!condition) throw new Error('No condition')
  const meetsTests = compileTests([{ column: 1, condition }], TODAY)
  const meets = (cell: Cell) => meetsTests([cell])
  expect(meet.filter((cell) => !meets(cell))).toEqual([])
  expect(others.filter(meets)).toEqual([])
})
