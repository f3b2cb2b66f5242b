import { expect, test } from 'vitest'
import { onEditRule } from './on-edit-rule.ts'

const type = { onEdit: false, onEditPauseMinutes: 1, onEditAtMostEveryMinutes: 5 }
const silent = { onEdit: null, onEditPauseMinutes: null, onEditAtMostEveryMinutes: null }

test('a task does as its type says where it says nothing itself', () => {
  expect(onEditRule(silent, type)).toBeNull()
  expect(onEditRule(silent, { ...type, onEdit: true })).toEqual({ pauseMinutes: 1, atMostEveryMinutes: 5 })
  expect(onEditRule({ ...silent, onEdit: false }, { ...type, onEdit: true })).toBeNull()
  expect(onEditRule({ onEdit: true, onEditPauseMinutes: 3, onEditAtMostEveryMinutes: null }, type)).toEqual({
    pauseMinutes: 3,
    atMostEveryMinutes: 5,
  })
})
