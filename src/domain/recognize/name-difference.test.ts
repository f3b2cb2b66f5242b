import { expect, test } from 'vitest'
import { createLookalikeFinder, findDifference } from './name-difference.ts'

test.each([
  ['Unit\nprice', 'Unit price', 'a line break', 'a blank'],
  ['Unit\u00a0price', 'Unit price', 'a no-break blank', 'a blank'],
  ['Unitprice', 'Unit price', '"p"', 'a blank'],
  ['Preis', 'Prеis', '"e"', '"е" (U+0435)'],
  ['A-1', 'A–1', '"-"', '"–" (U+2013)'],
  ['Name', 'Name\u200b', 'nothing more', 'an invisible character (U+200B)'],
  ['Name', 'name', '"N"', '"n"'],
  ['é', 'e\u0301', '"é" (U+00E9)', '"e"'],
])('%j and %j differ by %s and %s', (one, other, first, second) => {
  expect(findDifference(one, other)).toEqual({ one: first, other: second })
})

test.each([
  ['Unit price', 'Unit prices'],
  ['Name', 'Names'],
  ['A', 'Ä'],
  ['Same', 'Same'],
])('%j and %j have no difference that people may miss', (one, other) => {
  expect(findDifference(one, other)).toBeUndefined()
  expect(createLookalikeFinder([one])(other)).toEqual(one === other ? [one] : [])
})
