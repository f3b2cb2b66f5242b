import { expect, test } from 'vitest'
import { rebaseForm } from './rebase-form.ts'

const before = { notes: 'a', times: '04:00', rows: '2' }
const after = { notes: 'b', times: '05:00', rows: '2' }
const values = { notes: 'mine', times: '04:00', rows: '7' }

test('a form that begins anew keeps what was typed, and takes everything else as it is stored', () => {
  expect(rebaseForm({ values, before, after, keeps: 'mine' })).toEqual({ notes: 'mine', times: '05:00', rows: '7' })
})

test('a field that both changed can be taken from the other', () => {
  expect(rebaseForm({ values, before, after, keeps: 'theirs' })).toEqual({ notes: 'b', times: '05:00', rows: '7' })
})
