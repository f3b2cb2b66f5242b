import { expect, test } from 'vitest'
import { shownAnswer } from './send-result.ts'

test('an answer is shown on one line, without the secrets that it repeats', () => {
  const answer = '400 bad path\n/in/1234567890abcd for whsec_1'
  expect(shownAnswer(answer, ['1234567890abcd', 'whsec_1', undefined, 'for'])).toBe(
    '400 bad path /in/[hidden] for [hidden]',
  )
})

test('a long answer is cut', () => {
  expect(shownAnswer('x'.repeat(600))).toBe(`${'x'.repeat(500)}…`)
})
