import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Cell } from '#domain/copy/cell.ts'
import { isWrittenAs } from '#domain/copy/patch.ts'
import { formatForRepeat, receiveWritten } from './written-values.ts'

const anyCell: fc.Arbitrary<Cell> = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 6 }),
  fc.constantFrom<Cell>(null, 'null', ',null,', '"values":[[1]]', '[null]', 7, 0.5, true),
)
const anyBlock = fc.array(fc.array(anyCell, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 4 })

/** Returns the rows as in an answer: without empty cells at the end of a row, and without empty rows at the end. */
function answered(rows: readonly (readonly Cell[])[]): Cell[][] {
  const cut = rows.map((row) =>
    row.map((cell) => cell ?? '').slice(0, row.findLastIndex((cell) => (cell ?? '') !== '') + 1),
  )
  return cut.slice(0, cut.findLastIndex((row) => row.length > 0) + 1)
}

function answerTo(blocks: Cell[][][]): string {
  const responses = blocks.map((rows) => {
    const values = answered(rows)
    return { updatedRange: 'A1', updatedData: { range: 'A1', ...(values.length > 0 && { values }) } }
  })
  return JSON.stringify({ spreadsheetId: 'x', totalUpdatedCells: 5, responses })
}

test('an answer that repeats what was sent is recognized, and only such an answer', () => {
  let repeated = 0
  let others = 0
  fc.assert(
    fc.property(fc.array(anyBlock, { minLength: 1, maxLength: 3 }), fc.boolean(), anyCell, (sent, isAsSent, other) => {
      const [first = [], ...rest] = sent
      const held = isAsSent ? first : [[other, ...(first[0] ?? []).slice(1)], ...first.slice(1)]
      const received = receiveWritten(
        answerTo([held, ...rest]),
        sent.map((rows) => formatForRepeat(JSON.stringify(rows))),
      )
      expect(received.cells).toBe(5)
      const holds = [held, ...rest].map(answered)
      if (received.isRepeated) {
        repeated += 1
        for (const [at, cells] of sent.entries())
          expect(isWrittenAs({ row: 1, column: 1, cells }, holds[at] ?? [])).toBe(true)
      } else {
        others += 1
        expect(received.blocks).toEqual(holds)
      }
    }),
  )
  expect(repeated).toBeGreaterThan(0)
  expect(others).toBeGreaterThan(0)
})

test('cells that were skipped are empty in the answer', () => {
  const sent = formatForRepeat(
    JSON.stringify([
      ['a', null, null, 1],
      [null, 'null'],
    ]),
  )
  expect(
    receiveWritten(
      answerTo([
        [
          ['a', '', '', 1],
          ['', 'null'],
        ],
      ]),
      [sent],
    ).isRepeated,
  ).toBe(true)
})
