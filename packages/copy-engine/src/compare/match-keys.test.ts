import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Cell } from '#domain/copy/cell.ts'
import { buildRowKey, createKeyIndex } from '#domain/shape/row-keys.ts'
import { disturbCell } from '#tests/support/disturb.ts'
import { matchKeys } from './match-keys.ts'

function indexKeys(keys: readonly Cell[]) {
  const index = createKeyIndex('en_US')
  for (const [at, key] of keys.entries()) index.add([key], at + 2)
  return index
}

/** Source key of each target row, new source rows, and reported rows of both sides. */
function match(inSource: readonly Cell[], inTarget: readonly Cell[]) {
  const [source, target] = [indexKeys(inSource), indexKeys(inTarget)]
  const matches = matchKeys(source, target)
  const found = inTarget.map((key) => matches.findInSource(buildRowKey([key]) ?? ''))
  return {
    found: found.map((key) => (key === undefined ? undefined : (JSON.parse(key) as Cell[])[0])),
    isNew: inSource.filter((key) => matches.isNew(buildRowKey([key]) ?? '')),
    missing: inTarget.filter((key) => matches.isMissing(buildRowKey([key]) ?? '')),
    source: source.problems()?.rows,
    target: target.problems()?.rows,
  }
}

const nothing = { isNew: [], missing: [], source: undefined, target: undefined }

test.each<[what: string, source: Cell[], target: Cell[], result: Partial<ReturnType<typeof match>>]>([
  ['an exact key', ['A'], ['A'], { found: ['A'] }],
  ['a number and its text', [17], ['17'], { found: [17] }],
  ['a blank at the end', ['A-1 '], ['A-1'], { found: ['A-1 '] }],
  ['another case', ['a'], ['A'], { found: [undefined], isNew: ['a'], missing: ['A'] }],
  ['exact keys first', ['A', 'A '], ['A ', 'A'], { found: ['A ', 'A'] }],
  [
    'one exact key, and one that looks like the other',
    ['A', 'A '],
    ['A', 'A\u00a0'],
    { found: ['A', undefined], source: [2, 3], target: [3] },
  ],
  ['a new key that looks like a matched one', ['A', 'A '], ['A'], { found: ['A'], source: [2, 3] }],
  ['two new keys that look the same', ['A', 'A '], ['B'], { found: [undefined], missing: ['B'], source: [2, 3] }],
  ['two rows of the target', ['A '], ['A', 'A\u00a0'], { found: [undefined, undefined], source: [2], target: [2, 3] }],
  ['two rows with the same key', ['A '], ['A', 'A'], { found: [undefined, undefined], source: [2], target: [2, 3] }],
  [
    'two rows of the source with the same key',
    ['A ', 'A '],
    ['A'],
    { found: [undefined], source: [2, 3], target: [2] },
  ],
])('%s', (_what, source, target, result) => {
  expect(match(source, target)).toEqual({ ...nothing, ...result })
})

test('keys that look the same match without new or missing rows, and other keys stay apart', () => {
  const key: fc.Arbitrary<Cell> = fc.oneof(
    fc.stringMatching(/^[A-Za-zé]{1,3}[ -]\d{1,4}$/),
    fc.integer({ min: 0, max: 10_000 }),
    fc.integer({ min: 1, max: 1e6 }).map((cents) => cents / 100),
  )
  const keys = fc.uniqueArray(key, { selector: String, minLength: 1, maxLength: 8 })
  const disturbed = keys.chain((all) => fc.tuple(fc.constant(all), fc.tuple(...all.map(disturbCell))))
  fc.assert(
    fc.property(disturbed, fc.boolean(), ([original, changed], isSource) => {
      const [source, target] = isSource ? [changed, original] : [original, changed]
      expect(match(source, target)).toEqual({ ...nothing, found: source })
      expect(match([...source, 'Other'], target).isNew).toEqual(['Other'])
      expect(match(source, [...target, 'Other']).missing).toEqual(['Other'])
    }),
  )
})
