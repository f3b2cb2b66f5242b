import { expect, test } from 'vitest'
import { headerFault } from './header.ts'

test.each([
  { header: ['id', 'name', 'type'], fault: undefined },
  { header: ['type'], fault: undefined },
  { header: ['id'], fault: 'The file lacks the column "type". Use the latest exported file.' },
  {
    header: ['type', 'colour', 'size'],
    fault: 'The file has more than it may: the columns "colour", "size". Use the latest exported file.',
  },
  {
    header: ['id', 'type', 'id'],
    fault: 'The file repeats the column "id". Use the latest exported file.',
  },
])('the header $header is answered with $fault', ({ header, fault }) => {
  expect(headerFault({ header, known: ['id', 'name', 'type'], required: ['type'] })).toBe(fault)
})
