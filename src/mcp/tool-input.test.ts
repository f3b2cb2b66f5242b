import { expect, test } from 'vitest'
import { z } from 'zod'
import { toolInput } from './tool-input.ts'

const input = toolInput({
  ids: z.array(z.int()).optional(),
  words: z.array(z.string()).optional(),
  place: z.object({ id: z.string() }).nullable().optional(),
  text: z.string().optional(),
  days: z.array(z.string().regex(/^\S+$/)).optional(),
})

test.each([
  [{ ids: '7 8' }, { ids: [7, 8] }],
  [{ ids: '["7", "8"]' }, { ids: [7, 8] }],
  [{ words: 'Net amount' }, { words: ['Net amount'] }],
  [{ words: '["Net amount", "Tax"]' }, { words: ['Net amount', 'Tax'] }],
  [{ words: '07:00 12:30' }, { words: ['07:00', '12:30'] }],
  [{ words: '["Net, gross","Tax"]' }, { words: ['Net, gross', 'Tax'] }],
  [{ words: '"Net, gross", "Tax"' }, { words: ['Net, gross', 'Tax'] }],
  [{ words: 'Net amount; Tax\nTotal' }, { words: ['Net amount', 'Tax', 'Total'] }],
  [{ words: '[Net amount, Tax]' }, { words: ['Net amount', 'Tax'] }],
  [{ days: 'Mon Tue' }, { days: ['Mon', 'Tue'] }],
  [{ days: 'Mon; Tue\nWed' }, { days: ['Mon', 'Tue', 'Wed'] }],
  [{ place: null }, { place: null }],
  [{ place: null, text: null }, {}],
  [{ place: null, text: 'a', days: null }, { text: 'a' }],
])('%j is read as %j', (sent, read) => {
  expect(input.parse(sent)).toEqual(read)
})
