import { expect, test } from 'vitest'
import { assignTargets, findClash, listOwnTargets } from './assign-targets.ts'

const north = { key: '["north"]', value: 'North', rows: 2, firstRow: 2 }
const south = { key: '["south"]', value: 'South', rows: 1, firstRow: 4 }
const values = { found: [north, south], known: [], targetSsId: 'own', listed: undefined }

test('without a list, each value has a tab of its name, also one that vanished', () => {
  const known = [north, { key: '["east"]', value: 'East' }]
  expect(assignTargets({ ...values, known })).toEqual({
    targets: ['North', 'South', 'East'].map((value) => ({
      key: `["${value.toLowerCase()}"]`,
      value,
      targetSsId: 'own',
      tabName: value,
    })),
    unmatched: [],
  })
})

test('with a list, values are found whatever their case and blanks, and others have no target', () => {
  const targets = [
    { value: ' NORTH', target_ss_id: 'n', target_sheet_name: 'Orders' },
    { value: 'West', target_ss_id: 'w', target_sheet_name: '' },
  ]
  expect(assignTargets({ ...values, listed: listOwnTargets({ targets }, 'en-US') })).toEqual({
    targets: [
      { key: north.key, value: ' NORTH', targetSsId: 'n', tabName: 'Orders' },
      { key: '["west"]', value: 'West', targetSsId: 'w', tabName: '' },
    ],
    unmatched: [south],
  })
})

test('a list without targets gives no value a target', () => {
  expect(assignTargets({ ...values, listed: [] })).toEqual({ targets: [], unmatched: [north, south] })
})

test.each([
  ['a tab', { key: 'b', value: 'B', targetSsId: 'own', tabName: ' TAB ' }],
  ['a value', { key: 'a', value: 'a', targetSsId: 'other', tabName: 'Tab' }],
])('two targets with %s in common clash', (_what, other) => {
  const one = { key: 'a', value: 'A', targetSsId: 'own', tabName: 'Tab' }
  expect(findClash([one, other])).toEqual([one, other])
  expect(findClash([one, { key: 'c', value: 'C', targetSsId: 'own', tabName: 'Tab 2' }])).toBeUndefined()
})
