import { expect, test } from 'vitest'
import { isSince } from './revalidate.ts'

test.each([
  { tag: 'W/"a-b_c.1z.9"', version: 'a-b_c.1z', is: true, what: 'the same version' },
  { tag: 'W/"a.20.9"', version: 'a.1z', is: true, what: 'a later version' },
  { tag: 'W/"a.1y.9"', version: 'a.1z', is: false, what: 'an earlier version' },
  { tag: 'W/"b.1z.9"', version: 'a.1z', is: false, what: 'a version of another server' },
  { tag: 'W/"a.1z.9"', version: undefined, is: false, what: 'a version when none is known' },
  { tag: '"something else"', version: 'a.1z', is: false, what: 'the tag of a server that names no versions' },
])('a reply with $what counts as read since then: $is', ({ tag, version, is }) => {
  expect(isSince(tag, version)).toBe(is)
})
