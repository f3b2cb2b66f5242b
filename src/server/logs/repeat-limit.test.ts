import { expect, test } from 'vitest'
import { createRepeatLimit } from './repeat-limit.ts'

test('a message that repeats is written so often a minute, and the rest is counted', () => {
  let time = new Date('2030-01-01T00:00:00Z')
  const check = createRepeatLimit({ maxPerMinute: 2, now: () => time })
  const admitted = [1, 2, 3, 4, 5].map(() => check('Request refused').isAdmitted)
  expect(admitted).toEqual([true, true, false, false, false])
  expect(check('Signed in')).toEqual({ isAdmitted: true, heldBack: 0 })
  time = new Date('2030-01-01T00:01:00Z')
  expect(check('Request refused')).toEqual({ isAdmitted: true, heldBack: 3 })
  expect(check('Request refused')).toEqual({ isAdmitted: true, heldBack: 0 })
})
