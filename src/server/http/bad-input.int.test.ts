import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import type { Route } from '#contract/route.ts'
import { inputSchema, namedRoutes } from '#server/http/docs/openapi.ts'
import { hostileText, hostileValue, LONG } from '#tests/fuzz/hostile-values.ts'
import type { ApiClient } from '#tests/support/api-client.ts'
import { startTestApp } from '#tests/support/test-app.ts'

const RUNS = 40
/**
 * Maximum length that is sent: the server resets the connection of a longer one before it reads it, which would test
 * nothing.
 */
const MAX_ADDRESS_LENGTH = 400_000

let app: Awaited<ReturnType<typeof startTestApp>>
let validId = ''
/** A valid value for every field that some route requires. */
let validFields: Readonly<Record<string, unknown>> = {}

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app[Symbol.asyncDispose]())

/** Earlier requests may have deleted everything. */
beforeEach(async () => {
  const name = crypto.randomUUID()
  const { id: typeId } = await app.member.call(api.taskTypes.create, { body: { name } })
  const fields = { sync_task_type_id: typeId, name, source_ss_id: name, target_ss_id: `target-${name}` }
  const { id } = await app.member.call(api.tasks.create, { body: fields })
  validId = String(id)
  validFields = { ...fields, is_active: true, target_state: true, action: 'up', order: [], scheduled_times: ['04:00'] }
})

/** Some of the fields of a route and a few unknown ones, with any value. */
function fuzzedObject(fields: readonly string[], value: fc.Arbitrary<unknown>): fc.Arbitrary<Record<string, unknown>> {
  const names = fc.oneof(fc.constantFrom('__proto__', 'constructor', 'extra', ...fields), hostileText)
  return fc.dictionary(names, value, { maxKeys: fields.length + 2, noNullPrototype: false })
}

function fieldsOf(schema: Route['body'] | Route['query'] | Route['params']): string[] {
  return schema === undefined ? [] : Object.keys(inputSchema(schema).properties ?? {})
}

/** Percent-encoded, correctly or not. */
const fuzzedSegment = fc.oneof(
  { weight: 3, arbitrary: fc.constant(null).map(() => validId) },
  fc.constantFrom('1', '%', '%00', '%ED%A0%80', '..%2f..%2f', '%2e%2e', '1/2', '1;2', '1?x=%', '%C0%80'),
  hostileText.map((text) => encodeURIComponent(text.toWellFormed())),
)

interface FuzzedRequest {
  path: string
  init: RequestInit
}

function fuzzedRequest(route: Route): fc.Arbitrary<FuzzedRequest> {
  const query = fuzzedObject(fieldsOf(route.query), hostileText).map((values) => {
    const pairs = Object.entries(values).map(([name, value]): [string, string] => [name, String(value)])
    return new URLSearchParams(pairs).toString()
  })
  const path = fc
    .tuple(fc.array(fuzzedSegment, { minLength: 3, maxLength: 3 }), query)
    .map(([segments, search]) =>
      `${route.path.replace(/:\w+/g, () => segments.pop() ?? '1')}?${search}`.slice(0, MAX_ADDRESS_LENGTH),
    )
  if (route.method === 'GET') return path.map((address) => ({ path: address, init: { method: 'GET' } }))
  return fc.record({
    path,
    init: (route.upload ? fuzzedFile(route) : fuzzedBody(route)).map((init) => ({ ...init, method: route.method })),
  })
}

function fuzzedBody(route: Route): fc.Arbitrary<RequestInit> {
  const fields = fieldsOf(route.body)
  const valid = Object.fromEntries(Object.entries(validFields).filter(([name]) => fields.includes(name)))
  const oneWrong = fc
    .tuple(fc.constantFrom('extra', ...fields), hostileValue)
    .map(([name, value]) => JSON.stringify({ ...valid, [name]: value }))
  const json = fc.oneof(
    { weight: 5, arbitrary: oneWrong },
    { weight: 2, arbitrary: fuzzedObject(fields, hostileValue).map((value) => JSON.stringify(value)) },
    { weight: 1, arbitrary: hostileValue.map((value) => JSON.stringify(value)) },
    { weight: 1, arbitrary: fc.constantFrom('', '{', '{"__proto__":{}}', '{"a":1e999}', '['.repeat(LONG), '\0') },
  )
  return json.map((body) => ({ body, headers: { 'content-type': 'application/json' } }))
}

function fuzzedFile(route: Route): fc.Arbitrary<RequestInit> {
  const header = fc.constantFrom(
    '',
    'id,name\n',
    'name,name\n',
    '\ufeffname\n',
    'name;id\n',
    '"name\n',
    `${'a,'.repeat(5000)}\n`,
  )
  const rows = fc.oneof(
    fc.array(hostileText, { maxLength: 20 }).map((cells) => cells.join(',')),
    fc.uint8Array({ maxLength: 500 }),
  )
  return fc
    .record({ header, rows, name: fc.constantFrom('a.csv', 'a.CSV', '../a.csv', '\u202e.csv') })
    .map(({ header, rows, name }) => {
      const form = new FormData()
      form.set(route.upload?.field ?? 'file', new Blob([header, rows as BlobPart]), name)
      return { body: form }
    })
}

/** Signing out would end the session that the other routes need. */
const SIGN_OUTS: readonly Route[] = [api.auth.logout, api.sessions.endAll]
const clientFor = (route: Route): ApiClient => (SIGN_OUTS.includes(route) ? app.visitor : app.member)

test.each(namedRoutes())('$name never responds with a server error, whatever is sent', async ({ route }) => {
  await fc.assert(
    fc.asyncProperty(fuzzedRequest(route), async ({ path, init }) => {
      const disconnect = new AbortController()
      const response = await clientFor(route).fetch(path, { ...init, signal: disconnect.signal })
      expect(response.status).toBeLessThan(500)
      // An event stream does not end by itself.
      if (response.headers.get('content-type') === 'text/event-stream') disconnect.abort()
      else await response.arrayBuffer()
    }),
    { numRuns: RUNS },
  )
})

test('the app still works after all invalid requests', async () => {
  expect(await app.member.call(api.operations.ready, {})).toEqual({ status: 'ok' })
  expect(await app.member.call(api.taskTypes.list, {})).not.toEqual([])
})
