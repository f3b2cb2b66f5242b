import fc from 'fast-check'
import { expect, test } from 'vitest'
import { disturbText } from '#tests/support/disturb.ts'
import { createNameFinder, createNameForm, readableNames } from './name-finder.ts'
import { normalizeText } from './normalize-text.ts'

test.each<[string[], string, number]>([
  [['ID', 'Unit price'], 'Unit price', 1],
  [['ID', 'Unit\nprice'], 'Unit price', 1],
  [['ID', 'Unit\u00a0price'], ' Unit  price', 1],
  [['ID', 'Größe'], 'Gro\u0308ße', 1],
  [['ID', 'Unit price'], 'UNIT\nPRICE', 1],
  [['Unit\nprice', 'Unit price'], 'Unit price', 1],
  [['Unit\nprice', 'Unit price'], 'Unit\nprice', 0],
  [['Unit\nprice', 'unit price'], 'Unit price', 0],
  [['Unit\nprice', 'Unit\tprice'], 'Unit price', -1],
  [['NAME', 'Name'], 'name', -1],
  [['Unit price'], 'Unit prices', -1],
  [['Größe'], 'Grosse', -1],
  [[], 'ID', -1],
])('among %j, %j is at %i', (names, name, place) => {
  expect(createNameFinder(names)(name)).toBe(place)
})

test('names are written on one line, unless the result is the name of another column', () => {
  expect(readableNames(['ID ', 'Unit\nprice', 'Tax\u00a0rate'])).toEqual(['ID', 'Unit price', 'Tax rate'])
  const [same, alike] = [
    ['Unit\nprice', 'Unit price'],
    ['Unit\nprice', 'Unit\tprice'],
  ]
  expect(readableNames(same)).toEqual(same)
  expect(readableNames(alike)).toEqual(alike)
})

test('names of several lists match if they look the same, unless two names of a list look the same', () => {
  const alike = createNameForm([['Unit price'], ['unit\nprice']])
  expect(alike('Unit price')).toBe(alike('unit\nprice'))
  const byCase = createNameForm([['Name', 'name'], ['Name ']])
  expect(byCase('Name')).not.toBe(byCase('name'))
  expect(byCase('Name')).toBe(byCase('Name\u00a0'))
  const exact = createNameForm([['Unit price', 'Unit\nprice']])
  expect(exact('Unit price')).not.toBe(exact('Unit\nprice'))
})

const header = fc.uniqueArray(fc.stringMatching(/^[A-Za-zäé]{1,4}( [A-Za-zäé()]{1,4}){0,2}$/), {
  minLength: 1,
  maxLength: 6,
  selector: normalizeText,
})

test('a name is found after invisible changes to it or to all other names', () => {
  fc.assert(
    fc.property(
      header.chain((names) =>
        fc.tuple(fc.constant(names), fc.tuple(...names.map(disturbText)), fc.tuple(...names.map(disturbText))),
      ),
      ([names, disturbed, wanted]) => {
        const find = createNameFinder(disturbed)
        for (const [at, name] of names.entries()) {
          expect(find(name)).toBe(at)
          expect(find(wanted[at] ?? '')).toBe(at)
        }
      },
    ),
  )
})
