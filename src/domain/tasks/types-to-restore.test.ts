import { expect, test } from 'vitest'
import { type TrashableType, typesToRestore } from './types-to-restore.ts'

const type = (id: number, change: Partial<TrashableType> = {}): TrashableType => ({
  id,
  name: `Type ${id}`,
  dependsOnId: null,
  isDeleted: true,
  ...change,
})

test('a type that is not in the trash needs nothing', () => {
  const plan = typesToRestore({ types: [type(1, { isDeleted: false }), type(2)], neededIds: [1] })
  expect(plan).toEqual({ typeIds: [], problems: new Map() })
})

test('the types that a type depends on are restored with it, up to one that is there', () => {
  const types = [type(1, { dependsOnId: 2 }), type(2, { dependsOnId: 3 }), type(3, { isDeleted: false }), type(4)]
  expect(typesToRestore({ types, neededIds: [1] })).toEqual({ typeIds: [1, 2], problems: new Map() })
})

test('a type whose name, or that of a type it depends on, is taken cannot be restored', () => {
  const types = [
    type(1, { dependsOnId: 2 }),
    type(2, { name: 'Ledger' }),
    type(3, { name: 'Ledger', isDeleted: false }),
    type(4),
  ]
  const problem = 'Another task type is now named "Ledger". Rename it, and restore again.'
  expect(typesToRestore({ types, neededIds: [1, 4] })).toEqual({ typeIds: [4], problems: new Map([[1, problem]]) })
})

test('a loop ends the search', () => {
  const types = [type(1, { dependsOnId: 2 }), type(2, { dependsOnId: 1 })]
  expect(typesToRestore({ types, neededIds: [1] }).typeIds).toEqual([1, 2])
})
