import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type NoteFacts, noteText, readNote } from './note-text.ts'

const FACTS: NoteFacts = {
  taskId: 7,
  source: '\'Orders\' of "Sales"',
  sourceLink: 'https://docs.google.com/spreadsheets/d/1AbC',
  copiedAt: '2026-07-14 05:30:00 EDT',
  verifiedAt: '2026-07-14 05:30:00 EDT',
  nextRun: '2026-07-15 04:00:00 EDT',
  state: 'Up to date',
  taskLink: 'https://nano.example/sync_tasks/7',
}

test('a note says what is copied from where, when, and how the copy stands', () => {
  expect(noteText(FACTS)).toMatchInlineSnapshot(`
    "Copied by Nano Sync from 'Orders' of "Sales"
    https://docs.google.com/spreadsheets/d/1AbC
    Cells copied: 2026-07-14 05:30:00 EDT
    Last verified: 2026-07-14 05:30:00 EDT
    Next run: 2026-07-15 04:00:00 EDT
    State: Up to date
    https://nano.example/sync_tasks/7
    Task 7, note 0cf0b522"
  `)
})

test('a note is known by its task until somebody edits it', () => {
  const { source, copiedAt, verifiedAt, state } = FACTS
  const text = noteText(FACTS)
  expect(readNote(text, 7)).toEqual({ source, copiedAt, verifiedAt, state })
  expect(readNote(text, 8)).toBeUndefined()
  expect(readNote('', 7)).toBeUndefined()
  expect(readNote(`${text}\nAsk Maria`, 7)).toBeUndefined()
  fc.assert(
    fc.property(fc.nat(text.length - 1), fc.constantFrom('', 'x', '  '), (at, typed) => {
      const edited = text.slice(0, at) + typed + text.slice(at + 1)
      expect(readNote(edited, 7) === undefined).toBe(edited !== text)
    }),
  )
})
