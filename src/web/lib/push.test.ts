import { expect, test } from 'vitest'
import type { PushMessage } from '#contract/event.ts'
import { follows, positionFrom } from './push.ts'

const CHANGE: PushMessage = [{ kind: 'changed', what: 'tasks' }]
const CONNECTED: PushMessage = [{ kind: 'connected', versions: {} }]
const last = { stream: 'a', number: 7 }

test.each([
  { what: 'the next change', stream: 'a', number: 8, events: CHANGE, is: true },
  { what: 'the number of the last change', stream: 'a', number: 7, events: [], is: true },
  {
    what: 'a connection to the same stream without a change meanwhile',
    stream: 'a',
    number: 7,
    events: CONNECTED,
    is: true,
  },
  { what: 'a change after a missed one', stream: 'a', number: 9, events: CHANGE, is: false },
  { what: 'the number of a change that was missed', stream: 'a', number: 8, events: [], is: false },
  { what: 'a connection after a change', stream: 'a', number: 8, events: CONNECTED, is: false },
  { what: 'a change of another stream', stream: 'b', number: 8, events: CHANGE, is: false },
  { what: 'a change of a stream that has started again', stream: 'a', number: 1, events: CHANGE, is: false },
])('$what leaves no gap: $is', ({ stream, number, events, is }) => {
  expect(follows(last, { position: { stream, number }, events })).toBe(is)
})

test('a position is a stream and a number', () => {
  expect(positionFrom('a-b_c.12')).toEqual({ stream: 'a-b_c', number: 12 })
  expect(['', 'a', '.1', 'a.x'].map(positionFrom)).toEqual([undefined, undefined, undefined, undefined])
})
