import { expect, test } from 'vitest'
import { positionFrom, positionInTag, tagOfPosition } from './event-position.ts'

test('a position is a stream and a number', () => {
  expect(positionFrom('a-b_c.12')).toEqual({ stream: 'a-b_c', number: 12 })
  expect(['', 'a', '.1', 'a.x'].map(positionFrom)).toEqual([undefined, undefined, undefined, undefined])
})

test('a tag names a position, or is that of something else', () => {
  expect(positionInTag(tagOfPosition('a-b_c.12'))).toBe('a-b_c.12')
  expect(['', '*', 'W/"live."', 'W/"a.12"', '"live.a.12"'].map(positionInTag)).toEqual(Array(5).fill(undefined))
})
