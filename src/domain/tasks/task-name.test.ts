import { expect, test } from 'vitest'
import { nameAfterEdit, nameToStore } from './task-name.ts'

const ruled = { name: 'Data', hasOwnName: false }
const chosen = { name: 'Ledger', hasOwnName: true }

test.each([
  ['a new task without a name follows its tabs', undefined, {}, ['Data', false]],
  ['a new task with a name of its own keeps it', undefined, { name: 'Ledger' }, ['Ledger', true]],
  ['a new task named like its tab follows it', undefined, { name: 'Data' }, ['Data', false]],
  [
    'a new task whose name nobody chose follows its tabs',
    undefined,
    { name: 'X', has_own_name: false },
    ['Data', false],
  ],
  ['a name that is left out stays, also when its tab was renamed', { ...ruled, name: 'Old' }, {}, ['Old', false]],
  ['a name that is sent again stays followed', { ...ruled, name: 'Old' }, { name: 'Old' }, ['Old', false]],
  ['a name that is sent again stays chosen', chosen, { name: 'Ledger' }, ['Ledger', true]],
  ['a chosen name stays chosen when a tab gets it', { ...chosen, name: 'Data' }, { name: 'Data' }, ['Data', true]],
  ['a blank name follows the tabs', chosen, { name: '' }, ['Data', false]],
  ['the name of the tab follows it again', chosen, { name: 'Data' }, ['Data', false]],
  ['the name of the tab can be chosen', ruled, { name: 'Data', has_own_name: true }, ['Data', true]],
  [
    'a chosen name can follow the tabs again',
    { ...chosen, name: 'Data' },
    { name: 'Data', has_own_name: false },
    ['Data', false],
  ],
  ['another name is chosen, whatever comes with it', ruled, { name: 'Mine', has_own_name: false }, ['Mine', true]],
] as const)('%s', (_, before, sent, [name, hasOwnName]) => {
  expect(nameToStore({ before, sent, followed: 'Data' })).toEqual({ name, hasOwnName })
})

test('a tab of which only the ID is known names no task', () => {
  const tabs = { id: 9, source_sheet_name: '#gid=7', target_sheet_name: 'May' }
  expect(nameAfterEdit(tabs)).toBe('May')
  expect(nameAfterEdit({ ...tabs, target_sheet_name: '#gid=8' })).toBe('Sync Task 9')
})
