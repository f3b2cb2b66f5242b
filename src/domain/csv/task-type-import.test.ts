import fc from 'fast-check'
import { expect, test } from 'vitest'
import { TaskTypeFields } from '#contract/task-type.ts'
import { CIRCULAR_DEPENDENCY, DEPENDS_ON_ITSELF, TYPE_NAME_TAKEN } from '#domain/tasks/task-type-problems.ts'
import { taskTypeSettings } from '#domain/tasks/task-type-settings.ts'
import { taskTypeTable } from './tables.ts'
import { acceptTaskTypes, type StoredTaskType } from './task-type-import.ts'

const storedType = (id: number, name: string, depends_on_id: number | null = null): StoredTaskType => ({
  id,
  ...taskTypeSettings.fromFields(TaskTypeFields.parse({ name, depends_on_id })),
})
const existing = [storedType(1, 'Masters'), storedType(2, 'Ledger', 1)]

interface Row {
  id?: string
  name: string
  depends_on?: string
  chunk_size?: string
}

function accept(rows: readonly Row[]) {
  return acceptTaskTypes({
    existing,
    rows: rows.map((row, index) => ({ ...taskTypeTable.parse({ ...row }), row: index + 1 })),
  })
}

test('a row can depend on a row further down, which is written first', () => {
  const { accepted, problems } = accept([
    { name: 'Board', depends_on: 'Weekly' },
    { name: 'Weekly', depends_on: 'Ledger' },
  ])
  expect(problems).toEqual([])
  expect(accepted.map(({ type }) => [type.name, type.id, type.dependsOnId])).toEqual([
    ['Weekly', -2, 2],
    ['Board', -1, -2],
  ])
})

test('a dependency is found by its exact name first, then by a name that looks the same', () => {
  const { accepted, problems } = accept([
    { name: 'Board', depends_on: 'Cafe\u0301\u00a0 Weekly' },
    { name: 'Café Weekly', depends_on: 'Led\u200bger' },
  ])
  expect(problems).toEqual([])
  expect(accepted.map(({ type }) => [type.name, type.dependsOnId])).toEqual([
    ['Café Weekly', 2],
    ['Board', -2],
  ])
  expect(accept([{ name: 'Board', depends_on: 'ledger' }]).problems).toHaveLength(1)
})

test('one file can reverse a dependency', () => {
  const { accepted, problems } = accept([
    { id: '1', name: 'Masters', depends_on: 'Ledger' },
    { id: '2', name: 'Ledger', depends_on: '' },
  ])
  expect(problems).toEqual([])
  expect(accepted.map(({ type }) => [type.id, type.dependsOnId])).toEqual([
    [2, null],
    [1, 2],
  ])
})

test('a row that changes nothing is counted, not written', () => {
  expect(accept([{ id: '2', name: 'Ledger', depends_on: 'Masters' }])).toEqual({
    accepted: [],
    unchangedCount: 1,
    problems: [],
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
  expect(accept(rows).problems.map(({ message }) => message)).toEqual(messages)
})

test('accepted rows have unique names and dependency chains without loops, written in order', () => {
  const name = fc.constantFrom('Masters', 'Ledger', 'A', 'B', 'C')
  const row = fc.record({ name, depends_on: fc.oneof(name, fc.constant('')), id: fc.constantFrom('', '1', '2') })
  fc.assert(
    fc.property(fc.array(row, { maxLength: 8 }), (rows) => {
      const { accepted, unchangedCount, problems } = accept(rows)
      expect(accepted.length + unchangedCount + problems.length).toBe(rows.length)
      const types = new Map(existing.map((type) => [type.id, type]))
      for (const { type } of accepted) {
        expect(type.dependsOnId === null || types.has(type.dependsOnId)).toBe(true)
        types.set(type.id, type)
        expect(new Set([...types.values()].map((one) => one.name)).size).toBe(types.size)
        const met = new Set<number>()
        for (let id: number | null = type.id; id !== null; id = types.get(id)?.dependsOnId ?? null) {
          expect(met.has(id)).toBe(false)
          met.add(id)
        }
      }
    }),
  )
})
