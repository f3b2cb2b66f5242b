import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createTurns } from './turns.ts'

test('people take turns, one in each turn of the event loop', async () => {
  const turns = createTurns()
  const taken: string[] = []
  const take = async (person: string) => {
    await turns.take(person)
    taken.push(person)
  }
  const all = ['ada', 'ada', 'ada', 'grace', 'grace', ''].map(take)
  await nextTurn()
  expect(taken).toEqual(['ada'])
  await Promise.all(all)
  expect(taken).toEqual(['ada', 'grace', '', 'ada', 'grace', 'ada'])
})

test('a person who has used up their time waits, and nobody else does', async () => {
  let nowMs = 0
  const turns = createTurns({ now: () => nowMs, burstMs: 100, share: 0.5 })
  const taken: string[] = []
  const work = async (person: string, ms: number) => {
    await turns.take(person)
    taken.push(person)
    nowMs += ms
  }
  await work('ada', 250)
  const waiting = work('ada', 1)
  await work('grace', 10)
  await work('', 500)
  expect(taken).toEqual(['ada', 'grace', ''])
  // Half of the elapsed time is given back.
  await waiting
  expect(taken).toEqual(['ada', 'grace', '', 'ada'])
})
