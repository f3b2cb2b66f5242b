import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findDoubtfulRows, type HeldRows, holdDoubtfulRows, holdRows, type RowMark } from './held-rows.ts'

const listHashes = (marks: readonly RowMark[]) => marks.map(([, hash]) => hash)

test('the rows of a target whose writes broke off are between the certain and the possible rows', () => {
  const hashes = fc.uniqueArray(fc.nat(9))
  const writes = fc.array(fc.record({ hashes, applied: fc.func(fc.boolean()) }), { maxLength: 4 })
  fc.assert(
    fc.property(hashes, writes, (first, broken) => {
      const toMarks = (some: readonly number[]) => some.map((hash, at): RowMark => [at + 2, hash])
      const marks = toMarks(first)
      let held: HeldRows = holdRows(marks)
      let present = new Set(first)
      for (const { hashes: next, applied } of broken) {
        held = holdDoubtfulRows(marks, findDoubtfulRows(marks, [held, holdRows(toMarks(next))]))
        const stays = (hash: number) => next.includes(hash) || !applied(hash)
        present = new Set([...[...present].filter(stays), ...next.filter(applied)])
        const [certain, possible] = [listHashes(held.certain), listHashes(held.possible)]
        expect([...present]).toEqual(expect.arrayContaining(certain))
        expect(possible).toEqual(expect.arrayContaining([...present]))
        expect(new Set(possible).size).toBe(possible.length)
      }
    }),
  )
})

test('rows with the same cells are counted', () => {
  const [first, second, third]: [RowMark, RowMark, RowMark] = [
    [2, 20],
    [3, 20],
    [4, 20],
  ]
  const three = [first, second, third]
  const doubtful = findDoubtfulRows(three, [holdRows(three), holdRows([first])])
  expect(doubtful).toEqual({ mayLack: [second, third], mayHave: [] })
  expect(listHashes(holdDoubtfulRows(three, doubtful).certain)).toEqual([20])
})
