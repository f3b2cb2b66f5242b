import { expect, test } from 'vitest'
import { choicesOf, movedUp, renamed, toggled } from './choose-columns.ts'

const SOURCE = ['Name', 'Total, net', 'Region'].map((name) => ({ name, samples: [`a ${name}`] }))
const choices = (text: string) => choicesOf(SOURCE, text) ?? []

test('the chosen columns come first, in their order, with the samples of the source', () => {
  expect(
    choices('region, Gone, "Total, net" as Net').map(({ name, samples, chosen }) => [name, samples, chosen?.newName]),
  ).toEqual([
    ['region', ['a Region'], undefined],
    ['Gone', [], undefined],
    ['Total, net', ['a Total, net'], 'Net'],
    ['Name', ['a Name'], undefined],
  ])
  expect(choicesOf(SOURCE, 'Name,, Region')).toBeUndefined()
})

test('choosing, renaming and moving columns changes the text', () => {
  expect(toggled(choices(''), 1)).toBe('"Total, net"')
  expect(toggled(choices('Region as R'), 1)).toBe('Region as R, Name')
  expect(toggled(choices('Region, Name'), 0)).toBe('Name')
  expect(renamed(choices('Region, Name'), 1, 'Who, exactly')).toBe('Region, Name as "Who, exactly"')
  expect(renamed(choices('Region as R'), 0, '')).toBe('Region')
  expect(movedUp(choices('Region, Name'), 1)).toBe('Name, Region')
})
