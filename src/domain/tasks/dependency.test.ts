import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { closesLoop, type DependentType, dependencyChain } from './dependency.ts'

const masters = { id: 1, name: 'Masters', dependsOnId: null }
const ledger = { id: 2, name: 'Daily Ledger', dependsOnId: 1 }
const board = { id: 3, name: 'Board Pack', dependsOnId: 2 }
const types = [board, masters, ledger]

const someTypes = fc
  .array(fc.option(fc.integer({ min: 1, max: 12 })), { maxLength: 12 })
  .map((parents): DependentType[] =>
    parents.map((parent, index) => ({ id: index + 1, name: `Type ${index + 1}`, dependsOnId: parent })),
  )

describe('dependencyChain', () => {
  test('runs from the first prerequisite to the type itself', () => {
    expect(dependencyChain({ typeId: 3, types })).toEqual([masters, ledger, board])
  })

  test('is empty for a type that depends on nothing', () => {
    expect(dependencyChain({ typeId: 1, types })).toEqual([])
  })

  test('is empty for an unknown type', () => {
    expect(dependencyChain({ typeId: 9, types })).toEqual([])
  })

  test('never names a type twice', () => {
    fc.assert(
      fc.property(someTypes, fc.integer({ min: 1, max: 12 }), (all, typeId) => {
        const ids = dependencyChain({ typeId, types: all }).map((type) => type.id)
        expect(new Set(ids).size).toBe(ids.length)
      }),
    )
  })
})

describe('closesLoop', () => {
  test.each([
    { typeId: 1, dependsOnId: 1, why: 'a type that depends on itself' },
    { typeId: 1, dependsOnId: 2, why: 'a type that depends on its own dependent' },
    { typeId: 1, dependsOnId: 3, why: 'a loop over several types' },
  ])('refuses $why', ({ typeId, dependsOnId }) => {
    expect(closesLoop({ typeId, dependsOnId, types })).toBe(true)
  })

  test.each([
    { typeId: 3, dependsOnId: 1, why: 'an earlier prerequisite' },
    { typeId: null, dependsOnId: 3, why: 'any type, for one that is not saved yet' },
    { typeId: 3, dependsOnId: null, why: 'nothing' },
    { typeId: 3, dependsOnId: 9, why: 'a type that no longer exists' },
  ])('allows $why', ({ typeId, dependsOnId }) => {
    expect(closesLoop({ typeId, dependsOnId, types })).toBe(false)
  })

  test('refuses a chain that loops further up, even without the type itself', () => {
    const looped = [
      { id: 1, name: 'A', dependsOnId: 2 },
      { id: 2, name: 'B', dependsOnId: 1 },
    ]
    expect(closesLoop({ typeId: null, dependsOnId: 1, types: looped })).toBe(true)
  })

  test('types linked only where no loop closes have chains that end at a root', () => {
    fc.assert(
      fc.property(someTypes, (wishes) => {
        const linked: DependentType[] = wishes.map((type) => ({ ...type, dependsOnId: null }))
        for (const [index, wish] of wishes.entries()) {
          if (closesLoop({ typeId: wish.id, dependsOnId: wish.dependsOnId, types: linked })) continue
          linked[index] = wish
        }
        for (const type of linked) {
          expect(closesLoop({ typeId: null, dependsOnId: type.id, types: linked })).toBe(false)
        }
      }),
    )
  })
})
