import { expect, test } from 'vitest'
import { findByName, findTab } from './find-tab.ts'

/** Tabs with the ids 1, 2, … */
const tabs = (...titles: string[]) => titles.map((title, at) => ({ sheetId: at + 1, title, isHidden: false }))

test.each([
  ['without an earlier copy, the name decides', tabs('A', 'B'), 'B', null, 'same', 'B'],
  ['without an earlier copy, an empty name is the first tab', tabs('A', 'B'), '', null, 'same', 'A'],
  ['without an earlier copy, there may be no such tab', tabs('A'), 'B', null, 'missing', undefined],
  ['the tab of the last copy is used', tabs('A', 'B'), 'B', { sheetId: 2, title: 'B' }, 'same', 'B'],
  ['a name that differs by case is no rename', tabs('A', 'b'), 'B', { sheetId: 2, title: 'b' }, 'same', 'b'],
  ['a name that differs by a blank is no rename', tabs('A', 'B '), 'B', { sheetId: 2, title: 'B ' }, 'same', 'B '],
  ['a rename is followed', tabs('A', 'May'), 'B', { sheetId: 2, title: 'B' }, 'renamed', 'May'],
  [
    'a new tab with the name of a deleted one is used',
    tabs('A', 'B'),
    'B',
    { sheetId: 9, title: 'B' },
    'made_anew',
    'B',
  ],
  ['a tab that took the name of a renamed one', tabs('B', 'May'), 'B', { sheetId: 2, title: 'B' }, 'replaced', 'B'],
  ['a deleted tab', tabs('A'), 'B', { sheetId: 2, title: 'B' }, 'deleted', undefined],
  ['an empty name is the id of the last copy', tabs('New', 'B'), '', { sheetId: 2, title: 'B' }, 'same', 'B'],
  ['an empty name has no name to lose', tabs('B', 'May'), '', { sheetId: 2, title: 'B' }, 'same', 'May'],
  ['an empty name, made anew', tabs('A', 'B'), '', { sheetId: 9, title: 'B' }, 'made_anew', 'B'],
  ['an empty name, deleted', tabs('A'), '', { sheetId: 9, title: 'B' }, 'deleted', undefined],
  ['a link leads to the tab with its ID', tabs('A', 'B', 'C'), '#gid=2', null, 'linked', 'B'],
  ['a link may lead to no tab', tabs('A'), '#gid=2', null, 'missing', undefined],
  ['a link is no ID where a tab has it as its name', tabs('A', 'B', '#gid=2'), '#gid=2', null, 'same', '#gid=2'],
  ['a tab whose name is a link to itself', tabs('A', '#gid=2'), '#gid=2', null, 'same', '#gid=2'],
  ['a link to a tab that was renamed', tabs('A', 'May'), '#gid=2', { sheetId: 2, title: 'B' }, 'linked', 'May'],
  [
    'a link to the tab of the last copy is no other tab',
    tabs('B', 'A'),
    '#gid=2',
    { sheetId: 2, title: 'B' },
    'linked',
    'A',
  ],
] as const)('%s', (_what, there, name, last, kind, title) => {
  const found = findTab(there, { name, last })
  expect({ kind: found.kind, title: 'tab' in found ? found.tab.title : undefined }).toEqual({ kind, title })
})

test('the first visible tab is that of an empty name, or the first one if all are hidden', () => {
  const [first, second] = tabs('A', 'B').map((tab, at) => ({ ...tab, isHidden: at === 0 }))
  if (!first || !second) throw new Error('Two tabs expected')
  const nothing = { name: '', last: null }
  expect(findTab([first, second], nothing)).toEqual({ kind: 'same', tab: second })
  expect(findTab([first], nothing)).toEqual({ kind: 'same', tab: first })
})

test.each([
  ['Data', ['data ', 'Data', 'Data '], 'Data'],
  ['Data ', ['Data', 'Data '], 'Data '],
  ['data', ['Data', ' data'], 'Data'],
  ['Data', ['Data '], 'Data '],
  [' data', ['Data'], 'Data'],
  ['Data', ['Data ', ' Data'], undefined],
  ['Data', ['Dat'], undefined],
  ['Da\u200bta', ['Data'], 'Data'],
  ['Net  price', ['Net\u00a0price'], 'Net\u00a0price'],
  ['Gro\u0308ße', ['Größe'], 'Größe'],
  // The Kelvin sign becomes a `k` in lower case, but is a different character in a title.
  ['k', ['\u212a', 'k'], 'k'],
])('%j among %j is %j', (name, titles, expected) => {
  expect(findByName(tabs(...titles), name)?.title).toBe(expected)
})
