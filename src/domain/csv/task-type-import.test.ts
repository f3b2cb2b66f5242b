import fc from 'fast-check'
import { expect, test } from 'vitest'
import { TaskTypeFields } from '#contract/task-type.ts'
import { CIRCULAR_DEPENDENCY, DEPENDS_ON_ITSELF, TYPE_NAME_TAKEN } from '#domain/tasks/task-type-problems.ts'
import { type KeptTaskType, takeTaskTypes } from './task-type-import.ts'
import { taskTypeFromCsv } from './task-type-row.ts'

const keptType = (id: number, name: string, depends_on_id: number | null = null): KeptTaskType => ({
  id,
  ...TaskTypeFields.parse({ name, depends_on_id }),
})
const kept = [keptType(1, 'Masters'), keptType(2, 'Ledger', 1)]

interface Row {
  id?: string
  name: string
  depends_on?: string
  chunk_size?: string
}

function take(rows: readonly Row[]) {
  return takeTaskTypes({ kept, said: rows.map((row, index) => ({ ...taskTypeFromCsv({ ...row }), row: index + 1 })) })
}

test('a row may depend on one further down: that one is written first', () => {
  const { taken, faults } = take([
    { name: 'Board', depends_on: 'Weekly' },
    { name: 'Weekly', depends_on: 'Ledger' },
  ])
  expect(faults).toEqual([])
  expect(taken.map(({ type }) => [type.name, type.id, type.depends_on_id])).toEqual([
    ['Weekly', -2, 2],
    ['Board', -1, -2],
  ])
})

test('a dependency may be turned around in one file', () => {
  const { taken, faults } = take([
    { id: '1', name: 'Masters', depends_on: 'Ledger' },
    { id: '2', name: 'Ledger', depends_on: '' },
  ])
  expect(faults).toEqual([])
  expect(taken.map(({ type }) => [type.id, type.depends_on_id])).toEqual([
    [2, null],
    [1, 2],
  ])
})

test('a row that changes nothing is counted, not written', () => {
  expect(take([{ id: '2', name: 'Ledger', depends_on: 'Masters' }])).toEqual({
    taken: [],
    unchangedCount: 1,
    faults: [],
  })
})

test.each([
  { rows: [{ name: 'Masters' }], messages: [TYPE_NAME_TAKEN] },
  { rows: [{ name: 'New' }, { name: 'New' }], messages: [TYPE_NAME_TAKEN] },
  { rows: [{ name: '' }], messages: ['Name is required'] },
  { rows: [{ name: 'New', depends_on: 'New' }], messages: [DEPENDS_ON_ITSELF] },
  { rows: [{ name: 'New', depends_on: 'Nobody' }], messages: ['There is no task type "Nobody" to depend on'] },
  { rows: [{ id: '1', name: 'Masters', depends_on: 'Ledger' }], messages: [CIRCULAR_DEPENDENCY] },
  {
    rows: [
      { id: '1', name: 'Masters' },
      { id: '1', name: 'Other' },
    ],
    messages: ['Row 1 has the same id'],
  },
  { rows: [{ name: 'New', chunk_size: '0' }], messages: ['Chunk size must be at least 1'] },
  {
    rows: [
      { name: 'A', depends_on: 'B' },
      { name: 'B', depends_on: 'A' },
    ],
    messages: ['There is no task type "B" to depend on', 'There is no task type "A" to depend on'],
  },
])('rows are refused: $messages', ({ rows, messages }) => {
  expect(take(rows).faults.map(({ message }) => message)).toEqual(messages)
})

test('whatever rows a file holds, those taken have names of their own and chains without loops, written in order', () => {
  const name = fc.constantFrom('Masters', 'Ledger', 'A', 'B', 'C')
  const row = fc.record({ name, depends_on: fc.oneof(name, fc.constant('')), id: fc.constantFrom('', '1', '2') })
  fc.assert(
    fc.property(fc.array(row, { maxLength: 8 }), (rows) => {
      const { taken, unchangedCount, faults } = take(rows)
      expect(taken.length + unchangedCount + faults.length).toBe(rows.length)
      const types = new Map(kept.map((type) => [type.id, type]))
      for (const { type } of taken) {
        expect(type.depends_on_id === null || types.has(type.depends_on_id)).toBe(true)
        types.set(type.id, type)
        expect(new Set([...types.values()].map((one) => one.name)).size).toBe(types.size)
        const met = new Set<number>()
        for (let id: number | null = type.id; id !== null; id = types.get(id)?.depends_on_id ?? null) {
          expect(met.has(id)).toBe(false)
          met.add(id)
        }
      }
    }),
  )
})
