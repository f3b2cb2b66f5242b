import { expect, test } from 'vitest'
import { findHandOutProblems } from './hand-out-problems.ts'

const task = {
  ...{ splitBy: 'Branch', targets: '', mode: 'mirror' as const, moreSources: [], sourceColumn: '' },
  targetsFrom: null,
  ...{ columns: '', controlSums: ['Amount'] },
}

test.each([
  [{}, {}],
  [{ targets: 'North => a | South => a!B' }, {}],
  [{ targets: 'North' }, { targets: 'Targets: "North": write VALUE => ID!Tab' }],
  [{ targets: 'North => a | north => b' }, { targets: 'Targets: "North" and "north" are the same value' }],
  [{ targets: 'North => a!T | South => a!t' }, { targets: 'Targets: "North" and "South" have the same target tab' }],
  [
    { targets: [{ value: ' ', target_ss_id: 'a', target_sheet_name: '' }] },
    { targets: 'Targets: each target needs a value' },
  ],
  [{ targetsFrom: 'id!Branches: Branch, File' }, {}],
  [{ targetsFrom: 'id!Branches' }, { targets_from: expect.stringContaining('Targets from a tab: "id!Branches"') }],
  [{ mode: 'append' as const }, { mode: expect.any(String) }],
  [{ mode: 'update' as const }, { mode: expect.any(String) }],
  [{ sourceColumn: 'Source' }, { more_sources: expect.any(String) }],
  [{ moreSources: [{ source_ss_id: 'a', source_sheet_name: '' }] }, { more_sources: expect.any(String) }],
  [{ columns: 'Order, amount as Total' }, {}],
  [{ columns: 'Order' }, { control_sums: 'Control sums: "Amount" is not among the columns to copy' }],
  [{ splitBy: '', mode: 'append' as const }, {}],
])('%j: %j', (fields, problems) => {
  expect(findHandOutProblems({ ...task, ...fields })).toEqual(problems)
})
