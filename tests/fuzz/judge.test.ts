import { expect, test } from 'vitest'
import { findSuspicion, isSlow } from './judge.ts'

test.each([
  { reply: { status: 200, ms: 999, isHang: false }, fault: undefined },
  { reply: { status: 400, ms: 5, isHang: false }, fault: undefined },
  { reply: { status: 0, ms: 5, isHang: false }, fault: undefined },
  { reply: { status: 200, ms: 1001, isHang: false }, fault: 'slow' },
  { reply: { status: 500, ms: 5, isHang: false }, fault: 'server error' },
  { reply: { status: 503, ms: 5000, isHang: false }, fault: 'server error' },
  { reply: { status: 0, ms: 20_000, isHang: true }, fault: 'hang' },
])('status $reply.status after $reply.ms ms: $fault', ({ reply, fault }) => {
  expect(findSuspicion(reply)).toBe(fault)
})

const busy = (cpuMs: number, delayedMs = 0) => ({ cpuMs, delayedMs })

test.each([
  { name: 'computes for more than a second', attempt: { ms: 1500, threads: busy(1400), controlMs: 2 }, slow: true },
  { name: 'computes in several threads', attempt: { ms: 900, threads: busy(1600), controlMs: 2 }, slow: true },
  { name: 'waits for something', attempt: { ms: 1500, threads: busy(10), controlMs: 2 }, slow: true },
  {
    name: 'takes long where nothing else is known',
    attempt: { ms: 1500, threads: undefined, controlMs: 2 },
    slow: true,
  },
  { name: 'is fast', attempt: { ms: 300, threads: busy(290), controlMs: 2 }, slow: false },
  { name: 'has to share the CPU', attempt: { ms: 2500, threads: busy(400, 1900), controlMs: 2 }, slow: false },
  { name: 'takes as long as any other', attempt: { ms: 1500, threads: undefined, controlMs: 200 }, slow: false },
])('a call that $name is slow: $slow', ({ attempt, slow }) => {
  expect(isSlow(attempt)).toBe(slow)
})
