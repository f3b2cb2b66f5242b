import { expect, test } from 'vitest'
import { parseDevLine } from './parse-dev-line.ts'

test('splits a JSON line into its parts', () => {
  const line = '{"level":"info","time":"2026-01-05T09:00:00.000Z","reqId":"r1","msg":"request completed"}'
  expect(parseDevLine(line)).toEqual({
    at: '2026-01-05T09:00:00.000Z',
    level: 'info',
    message: 'request completed',
    details: '{"reqId":"r1"}',
  })
})

test('accepts a line with only a time and a level', () => {
  expect(parseDevLine('{"level":"warn","time":"2026-01-05T09:00:00.000Z"}')).toMatchObject({ message: '', details: '' })
})

test.each(['plain words', '', '{"level":"info"', '{}', '{"level":30,"time":1795000000000,"msg":"x"}', '[1]'])(
  '%j is not parsed',
  (line) => {
    expect(parseDevLine(line)).toBeNull()
  },
)
