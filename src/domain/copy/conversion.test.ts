import { expect, test } from 'vitest'
import { describeConversion } from './conversion.ts'

test.each([
  [{ format: undefined, validation: undefined }, ''],
  [{ format: { type: 'TEXT', pattern: '@' }, validation: undefined }, 'The first one has the number format "@".'],
  [{ format: { type: 'TEXT' }, validation: undefined }, 'The first one has the number format "TEXT".'],
  [{ format: undefined, validation: 'BOOLEAN' }, 'The first one has a checkbox, which is never empty.'],
  [
    { format: { type: 'NUMBER', pattern: '0' }, validation: 'ONE_OF_LIST' },
    'The first one has the number format "0" and a validation rule (ONE_OF_LIST).',
  ],
])('%j is named in the warning', (conversion, sentence) => {
  expect(describeConversion(conversion)).toBe(sentence)
})
