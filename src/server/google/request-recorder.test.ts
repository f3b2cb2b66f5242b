import { expect, test } from 'vitest'
import { recordRequests } from './request-recorder.ts'

function startRecorder() {
  let nowMs = 0
  const recorder = recordRequests(() => nowMs)
  const pass = (ms: number) => {
    nowMs += ms
  }
  return { recorder, pass }
}

test('while requests do different things at a time, writing comes before reading, and both before waiting', () => {
  const { recorder, pass } = startRecorder()
  pass(1000)
  const slot = recorder.start('quota')
  pass(10)
  const read = recorder.start('reading')
  pass(20)
  const write = recorder.start('writing')
  pass(30)
  write[Symbol.dispose]()
  pass(5)
  read[Symbol.dispose]()
  pass(7)
  slot[Symbol.dispose]()
  pass(1000)
  expect(recorder.figures().activities).toEqual({ writing: 30, reading: 25, quota: 17, waiting: 0 })
})

test('what is in progress counts up to now', () => {
  const { recorder, pass } = startRecorder()
  using _read = recorder.start('reading')
  pass(40)
  expect(recorder.figures().activities.reading).toBe(40)
  pass(2)
  expect(recorder.figures().activities.reading).toBe(42)
})

test('requests count by purpose and account, those to Drive for no quota', () => {
  const { recorder } = startRecorder()
  const ada = { name: 'ada@example.com', project: 'one' }
  recorder.sent({ kind: 'read', purpose: 'values', account: ada, isRetry: false })
  recorder.sent({ kind: 'read', purpose: 'values', account: ada, isRetry: true })
  recorder.sent({ kind: 'write', purpose: 'value_writes', account: { name: 'jo', project: 'two' }, isRetry: false })
  recorder.sent({ kind: 'read', purpose: 'drive', account: ada, isRetry: false })
  recorder.refused()
  recorder.transferred(70)
  const { activities: _times, purposes, ...counts } = recorder.figures()
  expect(purposes).toMatchObject({ values: 2, value_writes: 1, drive: 1, metadata: 0 })
  expect(counts).toEqual({
    retries: 1,
    refusals: 1,
    reads: 2,
    writes: 1,
    bytes: 70,
    accounts: [
      { account: 'ada@example.com', project: 'one', reads: 2, writes: 0 },
      { account: 'jo', project: 'two', reads: 0, writes: 1 },
    ],
  })
})
