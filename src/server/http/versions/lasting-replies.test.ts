import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { eventually } from '#tests/support/eventually.ts'
import { createLastingReplies } from './lasting-replies.ts'

test('the page after two that were requested one after the other is read before it is requested', async () => {
  const { reads, request, readAhead } = startPages()
  await request(1)
  await request(2)
  await readAhead(3)
  expect(await request(3)).toBe('page 3')
  await readAhead(4)
  expect(reads).toEqual([1, 2, 3, 4])
})

test('a request for a page that is being read ahead waits for it', async () => {
  const { reads, request, readAhead, hold } = startPages()
  await request(1)
  const release = hold(3)
  await request(2)
  await readAhead(3)
  const third = request(3)
  release()
  expect([await third, reads.filter((page) => page === 3)]).toEqual(['page 3', [3]])
})

test('pages that are not requested one after the other are read when they are requested', async () => {
  const { reads, request } = startPages()
  for (const page of [5, 3, 7, 1]) await request(page)
  expect(reads).toEqual([5, 3, 7, 1])
})

test('a page that could not be read ahead is read when it is requested', async () => {
  const { reads, request, readAhead, fail } = startPages()
  await request(1)
  fail(3)
  await request(2)
  await readAhead(3)
  expect(await request(3)).toBe('page 3')
  expect(reads.filter((page) => page === 3)).toEqual([3, 3])
})

interface Pages {
  /** In the order in which they were read. */
  reads: number[]
  request: (page: number) => Promise<string>
  /** Resolves once the reading of this page has begun. */
  readAhead: (page: number) => Promise<unknown>
  /** Reading this page waits until it is released. */
  hold: (page: number) => () => void
  /** The next reading of this page fails. */
  fail: (page: number) => void
}

function startPages(): Pages {
  const replies = createLastingReplies()
  const reads: number[] = []
  const held = new Map<number, Promise<void>>()
  const failing = new Set<number>()
  async function read(page: number): Promise<string> {
    reads.push(page)
    await held.get(page)
    if (failing.delete(page)) throw new Error('The database is away')
    return `page ${page}`
  }
  const app = Fastify()
  app.get<{ Params: { page: string } }>('/:page', (request, reply) => {
    const page = Number(request.params.page)
    const result = { tag: 'tag', readJson: () => read(page) }
    const next = { keyBefore: `${page - 1}`, key: `${page + 1}`, readJson: () => read(page + 1) }
    return replies.send({ request, reply }, { key: `${page}`, result, next })
  })
  return {
    reads,
    request: async (page) => (await app.inject(`/${page}`)).body,
    readAhead: (page) =>
      eventually({ what: `page ${page} to be read`, read: () => reads, until: () => reads.includes(page) }),
    hold(page) {
      const { promise, resolve } = Promise.withResolvers<void>()
      held.set(page, promise)
      return resolve
    },
    fail: (page) => void failing.add(page),
  }
}
