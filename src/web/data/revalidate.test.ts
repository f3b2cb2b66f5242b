import { expect, test } from 'vitest'
import { isSince } from './revalidate.ts'

test.each([
  { readAt: 'a-b_c.7', position: 'a-b_c.7', is: true, what: 'after the same event' },
  { readAt: 'a.10', position: 'a.9', is: true, what: 'after a later event' },
  { readAt: 'a.8', position: 'a.9', is: false, what: 'after an earlier event' },
  { readAt: 'b.9', position: 'a.9', is: false, what: 'after an event of another stream' },
  { readAt: 'a.9', position: '', is: false, what: 'when the stream names no event' },
  { readAt: undefined, position: 'a.9', is: false, what: 'from a server that names no event' },
])('a reply that was read $what counts as read since then: $is', ({ readAt, position, is }) => {
  expect(isSince(readAt, position)).toBe(is)
})
