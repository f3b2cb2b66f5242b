import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Orm } from '#server/storage/database.ts'
import { takeTurns } from '#tests/support/take-turns.ts'
import { createKeptByTask } from './kept-by-task.ts'

/** Of each task, how often it has changed. */
type State = ReadonlyMap<number, number>

const ALL_IDS = [1, 2, 3]
const MAX_STEPS = 6

/** A database that notifies late, and what is kept of its tasks. Each call waits for its turn. */
function createSource({ turn = async () => undefined, max = 10 }: { turn?: () => Promise<void>; max?: number } = {}) {
  let state: State = new Map(ALL_IDS.map((id) => [id, 0]))
  let undelivered: string[] = []
  let isBroken = false
  let subscriber = { onPayload: (_payload: string) => {}, onGap: () => {} }
  const readIds: number[] = []

  function deliver(count: number): void {
    for (const payload of undelivered.splice(0, count)) subscriber.onPayload(payload)
  }

  const kept = createKeptByTask<{ changes: number }>({
    changes: {
      subscribe(added) {
        subscriber = added
        return () => undefined
      },
      async caughtUp() {
        await turn()
        if (isBroken) throw new Error('The connection is broken')
        deliver(undelivered.length)
      },
    },
    outdatedBy: new Set(['run', 'task_types']),
    max,
    async read(tx, ids) {
      await turn()
      readIds.push(...ids)
      const seen = stateOf(tx)
      return new Map(ids.flatMap((id) => (seen.has(id) ? [[id, { changes: seen.get(id) ?? 0 }]] : [])))
    },
  })
  const orm = {
    async transaction(work: (tx: State) => Promise<unknown>) {
      await turn()
      return await work(state)
    },
  } as unknown as Orm

  return {
    readIds,
    deliver,
    change(id: number): void {
      state = new Map([...state, [id, (state.get(id) ?? 0) + 1]])
      if (!isBroken) undelivered.push(`run:${id}`)
    },
    changeTypes(): void {
      state = new Map([...state].map(([id, changes]) => [id, changes + 1]))
      if (!isBroken) undelivered.push('task_types')
    },
    breakConnection(): void {
      isBroken = true
      undelivered = []
    },
    reconnect(): void {
      if (!isBroken) return
      isBroken = false
      subscriber.onGap()
    },
    /** What is returned for some tasks, and what they were in the snapshot. */
    read: (ids: readonly number[]) =>
      kept.inSnapshot(orm, async (tx, valuesOf) => {
        const values = await valuesOf(ids)
        const found = new Map([...values].map(([id, { changes }]) => [id, changes]))
        return { found, expected: new Map(ids.map((id) => [id, stateOf(tx).get(id) ?? 0])) }
      }),
  }
}

const stateOf = (tx: Orm) => tx as unknown as State

test('only the tasks that have changed are read again', async () => {
  const { read, change, readIds } = createSource()
  await read([1, 2, 3])
  change(2)
  expect((await read([1, 2, 3])).found).toEqual(
    new Map([
      [1, 0],
      [2, 1],
      [3, 0],
    ]),
  )
  await read([3, 2])
  // The change became known after the snapshot of the second read: what that one read is not kept.
  expect(readIds).toEqual([1, 2, 3, 2, 2])
})

test('a task that has changed is kept again', async () => {
  const { read, change, deliver, readIds } = createSource()
  await read([1, 2])
  change(2)
  deliver(1)
  await read([1, 2])
  await read([1, 2])
  expect(readIds).toEqual([1, 2, 2])
})

test('a change of a type outdates all tasks', async () => {
  const { read, changeTypes, readIds } = createSource()
  await read([1, 2])
  changeTypes()
  const { found, expected } = await read([1, 2])
  expect(found).toEqual(expected)
  expect(readIds).toEqual([1, 2, 1, 2])
})

test('while the connection is broken everything is read, and once more after that', async () => {
  const { read, change, breakConnection, reconnect, readIds } = createSource()
  await read([1])
  breakConnection()
  change(1)
  expect((await read([1])).found).toEqual(new Map([[1, 1]]))
  reconnect()
  expect((await read([1])).found).toEqual(new Map([[1, 1]]))
  expect(readIds).toEqual([1, 1, 1])
})

test('of more tasks than are kept, those asked for last are', async () => {
  const { read, readIds } = createSource({ max: 2 })
  await read([1, 2, 3])
  await read([3, 2])
  expect(readIds).toEqual([1, 2, 3])
  await read([1])
  expect(readIds).toEqual([1, 2, 3, 1])
})

test('every read finds the tasks as they are in its snapshot, however reads, changes and notifications meet', async () => {
  const counts = { asked: 0, read: 0 }
  const ids = fc.subarray(ALL_IDS, { minLength: 1 })
  const step = fc.oneof(
    ids.map((some) => ({ kind: 'read' as const, some })),
    fc.constantFrom(...ALL_IDS).map((id) => ({ kind: 'change' as const, id })),
    fc.constantFrom('changeTypes', 'deliver', 'breakConnection', 'reconnect').map((kind) => ({ kind })),
  )
  const parties = fc.array(fc.array(step, { maxLength: MAX_STEPS }), { minLength: 2, maxLength: 4 })
  const property = fc.asyncProperty(fc.scheduler(), parties, async (scheduler, all) => {
    let turn = async (): Promise<void> => undefined
    const source = createSource({ turn: () => turn() })
    const follow = (steps: (typeof all)[number]) => async (nextTurn: () => Promise<void>) => {
      turn = nextTurn
      for (const each of steps) {
        await nextTurn()
        if ('some' in each) {
          const { found, expected } = await source.read(each.some)
          expect(found).toEqual(expected)
          counts.asked += each.some.length
        } else if ('id' in each) source.change(each.id)
        else if (each.kind === 'deliver') source.deliver(1)
        else source[each.kind as 'changeTypes' | 'breakConnection' | 'reconnect']()
      }
    }
    await takeTurns(scheduler, all.map(follow))
    counts.read += source.readIds.length
  })
  await fc.assert(property, { numRuns: 1000 })
  expect(counts.read).toBeGreaterThan(0)
  expect(counts.read).toBeLessThan(counts.asked)
})
