import { expect, test } from 'vitest'
import { parseDevLine } from './parse-dev-line.ts'

test('a logged line is taken apart', () => {
  const line = '{"level":"info","time":"2026-01-05T09:00:00.000Z","reqId":"r1","msg":"request completed"}'
  expect(parseDevLine(line)).toEqual({
    at: '2026-01-05T09:00:00.000Z',
    level: 'info',
    message: 'request completed',
    rest: '{"reqId":"r1"}',
  })
})

test('a line may say nothing but its level', () => {
  expect(parseDevLine('{"level":"warn","time":"2026-01-05T09:00:00.000Z"}')).toMatchObject({ message: '', rest: '' })
})

test.each(['plain words', '', '{"level":"info"', '{}', '{"level":30,"time":1795000000000,"msg":"x"}', '[1]'])(
  '%j is shown as it stands',
  (line) => {
    expect(parseDevLine(line)).toBeNull()
  },
)
