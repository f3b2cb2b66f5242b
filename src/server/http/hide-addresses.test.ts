import { expect, test } from 'vitest'
import { hideAddresses } from './hide-addresses.ts'

const OWN = 'ada@example.com'

test.each([
  ['"jo@example.com"', '"hidden"'],
  ['"ada@example.com"', '"ada@example.com"'],
  ['"jo.ohara+x@mail.example.co.uk, ada@example.com,kim@example.com"', '"hidden, ada@example.com,hidden"'],
  ['"Share it with robot@project.iam.gserviceaccount.com."', '"Share it with hidden."'],
  ['"Nano Sync <nano@example.com>"', '"Nano Sync <hidden>"'],
  ['"@example.com"', '"@example.com"'],
  ['"a @ b, jo@localhost"', '"a @ b, jo@localhost"'],
  ['"x@y@example.com"', '"x@hidden"'],
  ['"plain"', '"plain"'],
])('%s is shown as %s', (json, shown) => {
  expect(hideAddresses(json, OWN)).toBe(shown)
})

test('hiding takes no longer for text that is almost an address', () => {
  const json = `"${'a'.repeat(500_000)}${'@a'.repeat(100_000)}"`
  expect(hideAddresses(json, OWN)).toBe(json)
})
