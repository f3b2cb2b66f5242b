import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatColumns, parseColumns } from '#domain/shape/chosen-columns.ts'
import { allChosen, listChoices, renamed, reordered, toggled } from './choose-columns.ts'

const SOURCE = ['Name', 'Total, net', 'Region'].map((name) => ({ name, samples: [`a ${name}`] }))
const choices = (text: string) => listChoices(SOURCE, text) ?? []

test('the chosen columns come first, in their order, with the samples of the source', () => {
  expect(
    choices('region, Gone, "Total, net" as Net').map(({ name, samples, isMissing, chosen }) => [
      ...[name, samples[0], isMissing],
      chosen && (chosen.newName ?? ''),
    ]),
  ).toEqual([
    ['Region', 'a Region', false, ''],
    ['Gone', undefined, true, ''],
    ['Total, net', 'a Total, net', false, 'Net'],
    ['Name', 'a Name', false, undefined],
  ])
  expect(listChoices(SOURCE, 'Name,, Region')).toBeUndefined()
})

test('empty text chooses all columns', () => {
  expect(choices('').map(({ name, chosen }) => [name, chosen?.name])).toEqual(SOURCE.map(({ name }) => [name, name]))
})

test('letters name columns as a run reads them', () => {
  const listPlaces = (source: string[], text: string) =>
    listChoices(
      source.map((name) => ({ name, samples: [] })),
      text,
    )?.map(({ name, isMissing, chosen }) => (chosen ? `${name}${isMissing ? '?' : '!'}` : name))
  // Where no name is a header, letters are columns.
  expect(listPlaces(['Name', 'Status', 'Amount'], 'C, A')).toEqual(['Amount!', 'Name!', 'Status'])
  // Beside headers, only columns without a header.
  expect(listPlaces(['Name', 'B', 'Amount'], 'B, Name, C')).toEqual(['B!', 'Name!', 'C?', 'Amount'])
  expect(listPlaces(['Name', 'B'], 'Column B')).toEqual(['B!', 'Name'])
})

test('choosing, renaming and moving columns changes the text', () => {
  expect(toggled(choices(''), '0 Name')).toBe('"Total, net", Region')
  expect(toggled(choices('Region as R'), '0 Name')).toBe('Region as R, Name')
  expect(toggled(choices('Region, Name'), '0 Region')).toBe('Name')
  expect(toggled(choices('Name'), '0 Name')).toBe('')
  expect(allChosen(choices('Region as R, Gone'))).toBe('Region as R, Gone, Name, "Total, net"')
  expect(renamed(choices('Region, Name'), '0 Name', 'Who, exactly')).toBe('Region, Name as "Who, exactly"')
  expect(renamed(choices('Region, Region'), '1 Region', ' Area ')).toBe('Region, Region as Area')
  expect(renamed(choices('Region as R'), '0 Region', '')).toBe('Region')
  expect(reordered(choices('Region, Name as N'), ['0 Name', '0 Region'])).toBe('Name as N, Region')
  expect(reordered(choices(''), ['0 Region', '0 Name', '0 Total, net'])).toBe('Region, Name, "Total, net"')
})

test('each choice has an ID of its own, and what the list does not change stays in the text', () => {
  const name = fc.constantFrom('Name', 'name', 'Region', 'Total, net', 'Gone', 'A', 'C', 'Name 1')
  const newName = fc.option(fc.constantFrom('R', 'a, b'), { nil: undefined })
  const columns = fc.array(fc.record({ name, newName }), { minLength: 1, maxLength: 6 })
  fc.assert(
    fc.property(columns, fc.nat(), (chosen, nat) => {
      const all = choices(formatColumns(chosen))
      expect(all.flatMap((choice) => choice.chosen ?? [])).toEqual(chosen)
      expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
      const at = nat % chosen.length
      expect(parseColumns(toggled(all, all[at]?.id ?? ''))).toEqual(chosen.toSpliced(at, 1))
      const ids = all.slice(0, chosen.length).map(({ id }) => id)
      expect(parseColumns(reordered(all, ids.toReversed()))).toEqual(chosen.toReversed())
    }),
  )
})
