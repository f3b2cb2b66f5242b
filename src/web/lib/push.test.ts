import { expect, test } from 'vitest'
import type { PushMessage } from '#contract/event.ts'
import { follows } from './push.ts'

const CHANGE: PushMessage = [{ kind: 'changed', what: 'tasks' }]
const last = { stream: 'a', number: 7 }

test.each([
  { what: 'the next change', stream: 'a', number: 8, events: CHANGE, is: true },
  { what: 'the number of the last change', stream: 'a', number: 7, events: [], is: true },
  { what: 'a change after a missed one', stream: 'a', number: 9, events: CHANGE, is: false },
  { what: 'the number of a change that was missed', stream: 'a', number: 8, events: [], is: false },
  { what: 'a change of another stream', stream: 'b', number: 8, events: CHANGE, is: false },
  { what: 'a change of a stream that has started again', stream: 'a', number: 1, events: CHANGE, is: false },
])('$what leaves no gap: $is', ({ stream, number, events, is }) => {
  expect(follows(last, { position: { stream, number }, events })).toBe(is)
})
