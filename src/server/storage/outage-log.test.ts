import { expect, test } from 'vitest'
import { openLogLines } from '#tests/support/log-lines.ts'
import { createOutageLog } from './outage-log.ts'

function openOutage() {
  const { logger, lines } = openLogLines()
  let nowMs = 0
  const messages = { failed: 'The server is away', succeeded: 'The server is back' }
  const outage = createOutageLog({ logger, now: () => new Date(nowMs), messages })
  return {
    outage,
    lines,
    passSeconds: (seconds: number) => {
      nowMs += seconds * 1000
    },
  }
}

test('an outage logs its first failure, and how many failures it had when it is over', () => {
  const { outage, lines, passSeconds } = openOutage()
  outage.failed(new Error('refused'))
  passSeconds(30)
  outage.failed(new Error('refused again'))
  expect(lines()).toMatchObject([{ level: 40, msg: 'The server is away', err: { message: 'refused' } }])
  passSeconds(12)
  outage.succeeded()
  expect(lines().slice(1)).toMatchObject([{ level: 30, msg: 'The server is back', failures: 2, seconds: 42 }])
})

test('every outage is logged', () => {
  const { outage, lines } = openOutage()
  for (const _ of [1, 2]) {
    outage.failed(new Error('refused'))
    outage.succeeded()
  }
  expect(lines()).toMatchObject([{ level: 40 }, { failures: 1 }, { level: 40 }, { failures: 1 }])
})

test('success without an outage is not logged', () => {
  const { outage, lines } = openOutage()
  outage.succeeded()
  expect(lines()).toEqual([])
})
