import { expect, test } from 'vitest'
import { findStart } from './start-after-edit.ts'

const at = (time: string) => new Date(`2026-01-15T${time}Z`)
const edit = {
  rule: { pauseMinutes: 2, atMostEveryMinutes: 5 },
  editedAt: at('10:00:00'),
  pendingSince: at('10:00:20'),
  startedAt: null,
}

test.each([
  ['after a pause', {}, '10:02:00'],
  ['at once, when Drive reports an edit late', { editedAt: at('09:57:00') }, '09:59:00'],
  ['after the last of several edits', { editedAt: at('10:04:00') }, '10:06:00'],
  ['after ten minutes, while edits go on', { editedAt: at('10:10:00') }, '10:10:20'],
  ['not soon after the last such run', { startedAt: at('09:59:00') }, '10:04:00'],
  ['unless that is long ago', { startedAt: at('09:00:00') }, '10:02:00'],
])('an edit starts its task %s', (_when, change, expected) => {
  expect(findStart({ ...edit, ...change })).toEqual(at(expected))
})
