import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import type { Route } from '#contract/route.ts'
import { allowCallLimits, createCallLimits, DEFAULT_CALL_LIMITS } from './call-limits.ts'
import { replyToError } from './error-reply.ts'

const { tasks, taskTypes, operations } = api

/** An app that answers some routes with nothing, under limits that are soon reached. */
async function appWith(...routes: Route[]) {
  const app = Fastify()
  app.setErrorHandler(replyToError)
  await allowCallLimits(app)
  const limitsOf = createCallLimits(app, { reads: 3, changes: 2, signIns: 1 })
  for (const route of routes) {
    app.route({ method: route.method, url: route.path, onRequest: limitsOf(route), handler: async () => '' })
  }
  const ask = (route: Route, remoteAddress = '10.0.0.1') =>
    app.inject({ method: route.method, url: route.path, remoteAddress })
  async function statuses(route: Route, calls: number): Promise<number[]> {
    const answered: number[] = []
    for (let call = 0; call < calls; call += 1) answered.push((await ask(route)).statusCode)
    return answered
  }
  return { ask, statuses, [Symbol.asyncDispose]: () => app.close() }
}

test('reads past the limit are told after how many seconds to come again, whatever they read', async () => {
  await using app = await appWith(tasks.list, taskTypes.list)
  expect(await app.statuses(tasks.list, 2)).toEqual([200, 200])
  expect(await app.statuses(taskTypes.list, 2)).toEqual([200, 429])
  const refused = await app.ask(tasks.list)
  const seconds = Number(refused.headers['retry-after'])
  expect(seconds).toBeGreaterThan(0)
  expect(refused.json()).toEqual({
    error: 'too_many_requests',
    message: expect.stringMatching(/^That was a lot at once\. Please try again in \d+ seconds?\.$/),
  })
})

test('reads and changes, and callers, do not use up one another', async () => {
  await using app = await appWith(tasks.list, tasks.create)
  expect(await app.statuses(tasks.list, 4)).toEqual([200, 200, 200, 429])
  expect(await app.statuses(tasks.create, 3)).toEqual([200, 200, 429])
  expect((await app.ask(tasks.list, '10.0.0.2')).statusCode).toBe(200)
})

test('whoever watches over the process is never refused', async () => {
  await using app = await appWith(operations.health)
  expect(await app.statuses(operations.health, 5)).toEqual(Array(5).fill(200))
})

test('a person with five pages that ask for everything every 12 seconds uses a fraction of the limit', () => {
  const everything = Object.values(tasks).filter(({ method }) => method === 'GET').length + 10
  expect(5 * everything * (60 / 12)).toBeLessThan(DEFAULT_CALL_LIMITS.reads / 5)
})
