import { expect, test } from 'vitest'
import { fieldChanges } from './field-changes.ts'

test.each([
  {
    what: 'a change',
    states: {
      before: { name: 'Old', rows: 1, times: ['04:00'] },
      after: { name: 'New', rows: 1, times: ['04:00', '05:00'] },
    },
    changes: [
      { field: 'name', before: 'Old', after: 'New' },
      { field: 'times', before: '04:00', after: '04:00, 05:00' },
    ],
  },
  {
    what: 'something new',
    states: { after: { name: 'New', limit: null } },
    changes: [
      { field: 'name', before: null, after: 'New' },
      { field: 'limit', before: null, after: '' },
    ],
  },
  {
    what: 'something deleted',
    states: { before: { is_active: false } },
    changes: [{ field: 'is_active', before: 'false', after: null }],
  },
  {
    what: 'a list of sources or targets',
    states: {
      before: { more_sources: [{ source_ss_id: 'a', source_sheet_name: 'May' }], targets: [] },
      after: {
        more_sources: [{ source_ss_id: 'a', source_sheet_name: 'June' }],
        targets: [{ value: 'North', target_ss_id: 'b', target_sheet_name: '' }],
      },
    },
    changes: [
      { field: 'more_sources', before: 'a!May', after: 'a!June' },
      { field: 'targets', before: '', after: 'North => b' },
    ],
  },
  { what: 'no change', states: { before: { name: 'Same' }, after: { name: 'Same' } }, changes: [] },
])('$what', ({ states, changes }) => {
  expect(fieldChanges(states)).toEqual(changes)
})

test('a long value is cut, and still counts as changed when only its end differs', () => {
  const [change] = fieldChanges({ before: { notes: `${'x'.repeat(2000)}1` }, after: { notes: `${'x'.repeat(2000)}2` } })
  expect(change?.before).toBe(`${'x'.repeat(499)}…`)
  expect(change?.after).toBe(`${'x'.repeat(499)}…`)
})
