import { expect, test } from 'vitest'
import { createSharedAnswers } from './shared-answers.ts'

/** Answers that end when the test says so. */
function createSource() {
  const answers = createSharedAnswers<number>()
  const begun: PromiseWithResolvers<number>[] = []
  const state = { version: 'one' as string | undefined }
  const compute = () => {
    const answer = Promise.withResolvers<number>()
    begun.push(answer)
    return answer.promise
  }
  const ask = (key = 'list') => answers.get({ key, version: () => state.version, compute })
  return { begun, state, ask }
}

test('equal answers are computed once for all who ask meanwhile', async () => {
  const { begun, ask } = createSource()
  const asked = [ask(), ask(), ask()]
  begun[0]?.resolve(7)
  expect(await Promise.all(asked)).toEqual([7, 7, 7])
  expect(begun).toHaveLength(1)
})

test('other answers are computed apart', () => {
  const { begun, ask } = createSource()
  void ask('page 1')
  void ask('page 2')
  expect(begun).toHaveLength(2)
})

test('everyone who asks after a change shares one answer that was begun after it', async () => {
  const { begun, state, ask } = createSource()
  const before = ask()
  state.version = 'two'
  const after = [ask(), ask()]
  expect(begun).toHaveLength(1)
  begun[0]?.resolve(1)
  expect(await before).toBe(1)
  expect(begun).toHaveLength(2)
  after.push(ask())
  begun[1]?.resolve(2)
  expect(await Promise.all(after)).toEqual([2, 2, 2])
  expect(begun).toHaveLength(2)
})

test('an answer that was begun before another change is not shared with those who ask after it', async () => {
  const { begun, state, ask } = createSource()
  void ask()
  state.version = 'two'
  const second = ask()
  begun[0]?.resolve(1)
  await Promise.resolve()
  state.version = 'three'
  const third = ask()
  begun[1]?.resolve(2)
  expect(await second).toBe(2)
  begun[2]?.resolve(3)
  expect(await third).toBe(3)
})

test('while the version is unknown, no answer under way is shared', async () => {
  const { begun, state, ask } = createSource()
  state.version = undefined
  void ask()
  const later = ask()
  begun[0]?.resolve(1)
  await Promise.resolve()
  begun[1]?.resolve(2)
  expect(await later).toBe(2)
})

test('a failed answer fails for those who share it, and the next one is computed again', async () => {
  const { begun, state, ask } = createSource()
  const failing = [ask(), ask()]
  state.version = 'two'
  const next = ask()
  begun[0]?.reject(new Error('The database is unreachable'))
  for (const each of failing) await expect(each).rejects.toThrow('unreachable')
  begun[1]?.resolve(2)
  expect(await next).toBe(2)
  void ask()
  expect(begun).toHaveLength(3)
})
