import { expect, test } from 'vitest'
import { z } from 'zod'
import { api } from '#contract/api.ts'
import type { Route } from '#contract/route.ts'
import { buildTaskReply } from '#tests/support/build-task-reply.ts'
import { checkedSerializer, replySerializer } from './reply-serializer.ts'

const Person = z.object({ name: z.string(), address: z.object({ city: z.string() }).nullable() })

test('what the schema does not declare is left out, at every level', () => {
  const sent = replySerializer(z.array(Person))([
    { name: 'Ada', password: 'secret', address: { city: 'London', door: 'secret' } },
  ])
  expect(sent).toBe('[{"name":"Ada","address":{"city":"London"}}]')
})

test.each([
  ['null for an object', Person, { name: 'Ada', address: null }],
  ['text that needs escapes', z.string(), '"\\\n\u2028 \ud83d\ude00 \ud83d \u0007'],
  [
    'cells by column name',
    z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
    { 'a "b"': null, c: 1.5, d: false, e: 'x', f: '1' },
  ],
  [
    'an object whose names are known',
    z.object({ phases: z.record(z.enum(['read', 'write']), z.number()).nullable() }),
    { phases: { read: 1, write: 2 } },
  ],
  ['null for such an object', z.record(z.enum(['read', 'write']), z.number()).nullable(), null],
  ['null for cells by column name', z.record(z.string(), z.string()).nullable(), null],
  [
    'cells that may be missing as a whole',
    z.object({ row: z.record(z.string(), z.number()).nullable() }),
    { row: { a: 1 } },
  ],
  ['a missing optional field', z.object({ a: z.string().optional(), b: z.int().nullable() }), { b: null }],
])('writes %s as JSON', (_, schema, value) => {
  expect(checkedSerializer(schema)(value)).toBe(JSON.stringify(value))
})

test.each([
  null,
  { kind: 'open', label: 'Enable the API', url: 'https://console.cloud.google.com/apis' },
  { kind: 'share', address: 'robot@example.com', role: 'editor', spreadsheet_id: 'abc' },
  { kind: 'connect', address: 'ada@example.com' },
] as const)('writes a task with the action %j as JSON', (fix_action) => {
  const task = buildTaskReply({ fix_action })
  expect(JSON.parse(checkedSerializer(api.tasks.get.reply)(task))).toEqual(task)
})

test('a serializer can be compiled for the reply of every route', () => {
  const routes: Route[] = Object.values(api).flatMap((routes): Route[] => Object.values(routes))
  const schemas = routes.flatMap(({ reply, status }) => (reply instanceof z.ZodType && status !== 204 ? [reply] : []))
  expect(schemas.length).toBeGreaterThan(30)
  for (const schema of schemas) expect(replySerializer(schema)).toBeInstanceOf(Function)
})

test('the checked serializer refuses a reply that does not follow the schema', () => {
  expect(() => checkedSerializer(z.object({ age: z.int() }))({ age: 1.5 })).toThrow()
})
