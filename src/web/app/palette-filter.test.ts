import type { SpotlightActionData } from '@mantine/spotlight'
import { expect, test } from 'vitest'
import { commandsIn, filterActions, searchedTasks } from './palette-filter.ts'

const groups = [
  { group: 'Tasks', actions: [{ id: 'open-1', label: 'Orders', description: 'Sales', keywords: ['monthly run'] }] },
  { group: 'Run', actions: [{ id: 'run-1', label: 'Run Orders', description: 'Sales' }] },
]
const idsFor = (query: string) =>
  filterActions(query, groups).map(({ actions }) => actions.map((action: SpotlightActionData) => action.id))

test('every word must occur in the label, the description or a keyword', () => {
  expect(idsFor('sales ORDERS')).toEqual([['open-1'], ['run-1']])
  expect(idsFor('monthly sales')).toEqual([['open-1']])
  expect(idsFor('gone')).toEqual([])
})

test('actions and groups that match by their label come first', () => {
  expect(idsFor('run')).toEqual([['run-1'], ['open-1']])
})

test('a query may begin with what to do', () => {
  expect(['run orders', 'STOP it', ' view x', 'duplicate', 'orders', 'running'].map(commandsIn)).toEqual([
    ['run'],
    ['stop'],
    ['logs', 'dataCopy'],
    ['duplicate'],
    [],
    [],
  ])
})

test('a leading command is not part of the search for tasks', () => {
  expect(
    [
      'run orders',
      ' RUN  orders',
      'move up orders',
      'push to bottom a b',
      'view orders',
      'runs',
      'run',
      'orders run',
      '',
    ].map(searchedTasks),
  ).toEqual(['orders', 'orders', 'orders', 'a b', 'orders', 'runs', 'run', 'orders run', ''])
})
