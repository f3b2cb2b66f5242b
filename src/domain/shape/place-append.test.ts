import { expect, test } from 'vitest'
import { type AppendedRows, type FoundRow, placeAppend } from './place-append.ts'

const base = { firstRow: 3, firstColumn: 2, writesHeader: true }
const own: AppendedRows = { firstRow: 6, writesHeader: false, rowCount: 2, time: 1 }

/** `o` is a row of other people, `u` a row of an unfinished run and `r` a row of this run, from row 3 on. */
function rows(text: string): FoundRow[] {
  const kinds = { o: 'others', u: 'unfinished', r: 'this_run' } as const
  return Array.from(text).flatMap((letter, at) => {
    const of = kinds[letter as 'o' | 'u' | 'r']
    return of ? [{ row: 3 + at, of, cells: [letter] }] : []
  })
}

interface Case {
  found: string
  own?: AppendedRows
  /** Expected place: the first row, whether the header is written, the last compared row, and the reverted rows. */
  place: [firstRow: number, writesHeader: boolean, comparedTo: number, takenBack: number[]] | undefined
}

test.each<Case>([
  { found: '', place: [3, true, 2, []] },
  { found: 'oo', place: [5, false, 4, []] },
  { found: 'oo  o', place: [8, false, 7, []] },
  // The next run takes the place of an unfinished run, and clears its remaining rows.
  { found: 'oouu', place: [5, false, 6, []] },
  { found: 'oou', place: [5, false, 5, []] },
  { found: 'oouuo', place: [8, false, 7, [5, 6]] },
  { found: 'uu', place: [3, true, 4, []] },
  // Each attempt has the same place.
  { found: 'ooo', own, place: [6, false, 7, []] },
  { found: 'ooorr', own, place: [6, false, 7, []] },
  { found: 'ooor o', own, place: [6, false, 7, []] },
  { found: 'oooruu', own, place: [6, false, 8, []] },
  { found: 'ooorruo', own, place: [6, false, 8, []] },
  { found: 'oouru', own, place: [6, false, 7, [5]] },
  { found: 'ooorroou', own, place: [6, false, 7, [10]] },
  { found: '', own: { ...own, firstRow: 3, writesHeader: true }, place: [3, true, 5, []] },
  // Rows were inserted, deleted or sorted meanwhile.
  { found: 'oooorr', own, place: undefined },
  { found: 'oorr', own, place: undefined },
  { found: 'oooro', own, place: undefined },
])('rows $found of the target, and earlier attempts at $own: $place', ({ found, own: earlier, place }) => {
  const placed = placeAppend({ base, own: earlier, found: rows(found) })
  const taken = placed?.takenBack.map(({ row }) => row)
  expect(placed && [placed.region.firstRow, placed.region.writesHeader, placed.comparedTo, taken]).toEqual(place)
})

test('a run may grow up to the next row of others', () => {
  expect(placeAppend({ base, own, found: rows('ooorr  o') })?.lastFreeRow).toBe(9)
  expect(placeAppend({ base, own, found: rows('ooorr') })?.lastFreeRow).toBe(Number.POSITIVE_INFINITY)
})
