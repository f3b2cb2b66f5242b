import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createCoalesce } from './coalesce.ts'

/** A source of values that arrive when the test resolves them. */
function createSource() {
  const coalesce = createCoalesce<number>()
  const begun: PromiseWithResolvers<number>[] = []
  const compute = () => {
    const value = Promise.withResolvers<number>()
    begun.push(value)
    return value.promise
  }
  return { begun, ask: (key = 'list') => coalesce(key, compute) }
}

test('those who ask while a value is computed share the next one, which begins once that one is there', async () => {
  const { begun, ask } = createSource()
  const first = ask()
  const later = [ask(), ask()]
  expect(begun).toHaveLength(1)
  begun[0]?.resolve(1)
  expect(await first).toBe(1)
  await turn()
  expect(begun).toHaveLength(2)
  const last = ask()
  begun[1]?.resolve(2)
  expect(await Promise.all(later)).toEqual([2, 2])
  await turn()
  begun[2]?.resolve(3)
  expect(await last).toBe(3)
})

test('other values are computed apart', () => {
  const { begun, ask } = createSource()
  void ask('page 1')
  void ask('page 2')
  expect(begun).toHaveLength(2)
})

test('who asks when nothing is computed any more has a value of its own', async () => {
  const { begun, ask } = createSource()
  for (const value of [1, 2]) {
    const asked = ask()
    begun.at(-1)?.resolve(value)
    expect(await asked).toBe(value)
  }
  expect(begun).toHaveLength(2)
})

test('a value that fails does so for those who share it, and the next one is computed', async () => {
  const { begun, ask } = createSource()
  void ask()
  const failing = [ask(), ask()]
  begun[0]?.resolve(1)
  await turn()
  const next = ask()
  begun[1]?.reject(new Error('The database is unreachable'))
  for (const each of failing) await expect(each).rejects.toThrow('unreachable')
  await turn()
  begun[2]?.resolve(2)
  expect(await next).toBe(2)
})
