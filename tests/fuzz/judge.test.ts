import { expect, test } from 'vitest'
import { isSlow, suspicionOf } from './judge.ts'

test.each([
  { reply: { status: 200, ms: 999, isHang: false }, fault: undefined },
  { reply: { status: 400, ms: 5, isHang: false }, fault: undefined },
  { reply: { status: 0, ms: 5, isHang: false }, fault: undefined },
  { reply: { status: 200, ms: 1001, isHang: false }, fault: 'slow' },
  { reply: { status: 500, ms: 5, isHang: false }, fault: 'server error' },
  { reply: { status: 503, ms: 5000, isHang: false }, fault: 'server error' },
  { reply: { status: 0, ms: 20_000, isHang: true }, fault: 'hang' },
])('status $reply.status after $reply.ms ms: $fault', ({ reply, fault }) => {
  expect(suspicionOf(reply)).toBe(fault)
})

test.each([
  { name: 'computes for more than a second', attempt: { ms: 1500, cpuMs: 1400, controlMs: 2 }, slow: true },
  { name: 'waits although nothing else does', attempt: { ms: 1500, cpuMs: 10, controlMs: 2 }, slow: true },
  {
    name: 'takes long where the CPU time is not known',
    attempt: { ms: 1500, cpuMs: undefined, controlMs: 2 },
    slow: true,
  },
  { name: 'is fast', attempt: { ms: 300, cpuMs: 290, controlMs: 2 }, slow: false },
  { name: 'shares the CPU with other programs', attempt: { ms: 1500, cpuMs: 900, controlMs: 2 }, slow: false },
  { name: 'waits as long as any other call', attempt: { ms: 1500, cpuMs: 10, controlMs: 200 }, slow: false },
])('a call that $name is slow: $slow', ({ attempt, slow }) => {
  expect(isSlow(attempt)).toBe(slow)
})
