import { expect, test } from 'vitest'
import { createRowOrders, type SortRequest } from './row-orders.ts'

/** Orders with sorts that end when the test says so. */
function createControlledOrders() {
  const started: (SortRequest & { finish: (rows: number[]) => void })[] = []
  const { findOrder } = createRowOrders((request) => {
    const { promise, resolve, reject } = Promise.withResolvers<Uint32Array>()
    request.signal.addEventListener('abort', () => reject(request.signal.reason))
    started.push({ ...request, finish: (rows) => resolve(Uint32Array.from(rows)) })
    return promise
  })
  return {
    started,
    startedColumns: () => started.map(({ column }) => column),
    ask(column: number, { isMember = true, leaving = new AbortController() } = {}) {
      const copy = { id: 1, columns: ['A'], rowCount: 3 }
      const rows = findOrder({ copy, column, order: 'asc' }, { isMember, signal: leaving.signal })
      // Prevent unhandled rejections, because tests only check some of the results.
      rows.catch(() => undefined)
      return { rows, leave: () => leaving.abort() }
    },
  }
}

/** Lets every pending promise settle if it can. */
const settle = () => new Promise((resolve) => setImmediate(resolve))

test('an order is computed once', async () => {
  const orders = createControlledOrders()
  const first = orders.ask(0)
  const same = orders.ask(0)
  await settle()
  orders.started[0]?.finish([2, 0, 1])
  for (const { rows } of [first, same, orders.ask(0)]) expect([...(await rows)]).toEqual([2, 0, 1])
  expect(orders.started).toHaveLength(1)
})

test('one sort runs at a time, in the order of the requests', async () => {
  const orders = createControlledOrders()
  for (const column of [0, 1, 2]) orders.ask(column)
  await settle()
  expect(orders.startedColumns()).toEqual([0])
  orders.started[0]?.finish([])
  await settle()
  expect(orders.startedColumns()).toEqual([0, 1])
})

test('a sort that fails fails for those who wait for it, and the next one starts', async () => {
  const orders = createRowOrders(({ column }) =>
    column === 0 ? Promise.reject(new Error('no disk')) : Promise.resolve(Uint32Array.of(1)),
  )
  const ask = (column: number) =>
    orders.findOrder(
      { copy: { id: 1, columns: [], rowCount: 1 }, column, order: 'asc' },
      { isMember: true, signal: new AbortController().signal },
    )
  const [failed, next] = await Promise.allSettled([ask(0), ask(1)])
  expect(failed).toMatchObject({ status: 'rejected', reason: { message: 'no disk' } })
  expect(next).toMatchObject({ status: 'fulfilled' })
})

test('a sort goes on while one of its callers is left, and stops with the last one', async () => {
  const orders = createControlledOrders()
  const [first, second] = [orders.ask(0), orders.ask(0)]
  await settle()
  first.leave()
  await expect(first.rows).rejects.toMatchObject({ name: 'AbortError' })
  expect(orders.started[0]?.signal.aborted).toBe(false)
  second.leave()
  await expect(second.rows).rejects.toMatchObject({ name: 'AbortError' })
  expect(orders.started[0]?.signal.aborted).toBe(true)
})

test('a sort whose callers have gone before its turn never starts', async () => {
  const orders = createControlledOrders()
  const [, gone] = [orders.ask(0), orders.ask(1), orders.ask(2)]
  await settle()
  gone.leave()
  orders.started[0]?.finish([])
  await settle()
  expect(orders.startedColumns()).toEqual([0, 2])
})

test('an order that was abandoned can be asked for again', async () => {
  const orders = createControlledOrders()
  const gone = orders.ask(0)
  await settle()
  gone.leave()
  await settle()
  const again = orders.ask(0)
  await settle()
  orders.started[1]?.finish([1])
  expect([...(await again.rows)]).toEqual([1])
})

test('refuses more than eight waiting sorts, and more than four for visitors', async () => {
  const orders = createControlledOrders()
  const refusal = { code: 'too_many_requests' }
  for (const column of [0, 1, 2, 3, 4]) orders.ask(column, { isMember: false })
  await expect(orders.ask(5, { isMember: false }).rows).rejects.toMatchObject(refusal)
  const waiting = [5, 6, 7, 8].map((column) => orders.ask(column))
  await expect(orders.ask(9).rows).rejects.toMatchObject(refusal)
  waiting[0]?.leave()
  await settle()
  orders.ask(9)
  await expect(orders.ask(10).rows).rejects.toMatchObject(refusal)
})

test('requests for an order that is being sorted may wait for it, however many wait', async () => {
  const orders = createControlledOrders()
  for (let column = 0; column <= 8; column += 1) orders.ask(column)
  const same = orders.ask(0, { isMember: false })
  await settle()
  orders.started[0]?.finish([0])
  expect([...(await same.rows)]).toEqual([0])
})
