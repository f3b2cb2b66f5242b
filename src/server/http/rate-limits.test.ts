import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { listErrors, type Route } from '#contract/route.ts'
import { namedRoutes } from './docs/openapi.ts'
import { replyToError } from './error-reply.ts'
import { createRateLimits, DEFAULT_RATE_LIMITS, registerRateLimits } from './rate-limits.ts'

const { tasks, taskTypes } = api

/** An app with empty responses and low limits. */
async function appWith(...routes: Route[]) {
  const app = Fastify()
  app.setErrorHandler(replyToError)
  await registerRateLimits(app)
  const limitsOf = createRateLimits(app, {
    reads: 3,
    changes: 2,
    sign_ins: 1,
    tests: 1,
    lookups: 2,
    auth_checks: 3,
    anonymousCost: 100,
  })
  for (const route of routes) {
    app.route({ method: route.method, url: route.path, onRequest: limitsOf(route), handler: async () => '' })
  }
  const request = (route: Route, remoteAddress = '10.0.0.1', query = {}) =>
    app.inject({ method: route.method, url: route.path, remoteAddress, query })
  async function statuses(route: Route, count: number): Promise<number[]> {
    const results: number[] = []
    for (let index = 0; index < count; index += 1) results.push((await request(route)).statusCode)
    return results
  }
  return { request, statuses, [Symbol.asyncDispose]: () => app.close() }
}

test('reads over the limit are refused with the number of seconds to wait, whichever route they use', async () => {
  await using app = await appWith(tasks.list, taskTypes.list)
  expect(await app.statuses(tasks.list, 2)).toEqual([200, 200])
  expect(await app.statuses(taskTypes.list, 2)).toEqual([200, 429])
  const refused = await app.request(tasks.list)
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  const sentence = expect.stringMatching(/^Too many requests\. Try again in \d+ seconds?\.$/)
  expect(refused.json()).toEqual({ error: sentence, message: sentence, code: 'too_many_requests' })
})

test('reads and changes are counted separately, and so are callers', async () => {
  await using app = await appWith(tasks.list, tasks.create)
  expect(await app.statuses(tasks.list, 4)).toEqual([200, 200, 200, 429])
  expect(await app.statuses(tasks.create, 3)).toEqual([200, 200, 429])
  expect((await app.request(tasks.list, '10.0.0.2')).statusCode).toBe(200)
})

test('a visitor spends more on what costs the server more, and addresses of one /64 spend together', async () => {
  await using app = await appWith(api.dataCopy.page)
  const requestStatus = async (address: string, query?: Record<string, string>) =>
    (await app.request(api.dataCopy.page, address, query)).statusCode
  const sorted = { sort: 'Amount' }
  expect(await requestStatus('2001:db8::1', sorted)).toBe(200)
  expect(await requestStatus('2001:db8::2', sorted)).toBe(200)
  expect(await requestStatus('2001:db8::3', sorted)).toBe(429)
  expect(await requestStatus('2001:db8:0:1::1', sorted)).toBe(200)
  expect(await requestStatus('2001:db8:0:1::2')).toBe(200)
})

test('a visitor spends as much more as they ask for more rows', async () => {
  await using app = await appWith(api.dataCopy.page)
  const requestStatus = async (address: string, limit: string) =>
    (await app.request(api.dataCopy.page, address, { limit })).statusCode
  expect(await requestStatus('10.0.0.1', '5000')).toBe(200)
  expect(await requestStatus('10.0.0.1', '5000')).toBe(200)
  expect(await requestStatus('10.0.0.1', '500')).toBe(429)
  for (const limit of ['500', '1', 'many']) expect(await requestStatus('10.0.0.2', limit)).toBe(200)
})

test('one visitor cannot use up the checks of who is signed in of a whole network', async () => {
  await using app = await appWith(tasks.list, api.dataCopy.page, api.auth.check)
  expect(await app.statuses(tasks.list, 4)).toEqual([200, 200, 200, 429])
  for (let count = 0; count < 3; count += 1) await app.request(api.dataCopy.page, '10.0.0.1', { limit: '5000' })
  expect(await app.statuses(api.auth.check, 4)).toEqual([200, 200, 200, 429])
})

test('a visitor who has spent everything can still sign in', async () => {
  await using app = await appWith(api.dataCopy.page, api.auth.login)
  const sorted = { sort: 'Amount' }
  for (let count = 0; count < 2; count += 1) await app.request(api.dataCopy.page, '10.0.0.1', sorted)
  expect((await app.request(api.dataCopy.page, '10.0.0.1', sorted)).statusCode).toBe(429)
  expect((await app.request(api.auth.login)).statusCode).toBe(200)
})

test.each(namedRoutes())('$name responds with 429 if it declares that, and otherwise never', async ({ route }) => {
  await using app = await appWith(route)
  const isDeclared = listErrors(route).includes('too_many_requests')
  expect((await app.statuses(route, 5)).includes(429)).toBe(isDeclared)
})

test('a user with five pages that read everything every 12 seconds uses a fraction of the limit', () => {
  const everything = Object.values(tasks).filter(({ method }) => method === 'GET').length + 10
  expect(5 * everything * (60 / 12)).toBeLessThan(DEFAULT_RATE_LIMITS.reads / 5)
})
