import { expect, test } from 'vitest'
import { z } from 'zod'
import { toolInput } from './tool-input.ts'

const input = toolInput({
  ids: z.array(z.int()).optional(),
  words: z.array(z.string()).optional(),
  place: z.object({ id: z.string() }).nullable().optional(),
  text: z.string().optional(),
})

test.each([
  [{ ids: '7 8' }, { ids: [7, 8] }],
  [{ ids: '["7", "8"]' }, { ids: [7, 8] }],
  [{ words: 'Net amount' }, { words: ['Net amount'] }],
  [{ words: '["Net amount", "Tax"]' }, { words: ['Net amount', 'Tax'] }],
  [{ words: '07:00 12:30' }, { words: ['07:00', '12:30'] }],
  [
    { place: null, text: null },
    { place: null, text: undefined },
  ],
])('%j is read as %j', (sent, read) => {
  expect(input.parse(sent)).toEqual(read)
})
