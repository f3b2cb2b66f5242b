import { expect, test } from 'vitest'
import { hasShape } from './has-shape.ts'
import { shapeLine } from './shape-line.ts'

const NONE = {
  columns: '',
  rows: '',
  target_cell: '',
  source_sheet_name: 'Orders',
  more_sources: [],
  hidden_rows: 'copy' as const,
  split_by: '',
  target_values: null,
  mode: 'mirror' as const,
  key_columns: '',
}
const south = { source_ss_id: 'south', source_sheet_name: 'Orders' }

test.each([
  [{}, ''],
  [{ columns: 'A, B as C', rows: 'Status = open\nC > 1' }, 'A, B as C · only Status = open; C > 1'],
  [{ hidden_rows: 'skip' as const }, 'without hidden rows'],
  [{ split_by: 'Branch', target_values: ['North', 'South'] }, '→ 2 sheets by Branch'],
  [{ split_by: 'Branch', target_values: ['North'] }, '→ 1 sheet by Branch'],
  [{ target_cell: 'B5' }, 'from B5 on'],
  [{ rows: 'A = 1', more_sources: [south, { ...south, source_ss_id: 'west' }] }, 'only A = 1 · 3 sources'],
  [{ more_sources: [{ folder_id: 'f', source_sheet_name: '' }] }, 'all spreadsheets of a folder'],
  [{ source_sheet_name: '2026-*' }, 'sources: 2026-*'],
  [{ rows: 'A > 1', mode: 'append' as const }, 'only A > 1 · appended below earlier rows'],
  [{ mode: 'update' as const, key_columns: 'Order, Region' }, 'updated by Order, Region'],
])('%j in one line: %j', (fields, line) => {
  expect(shapeLine({ ...NONE, ...fields })).toBe(line)
  expect(hasShape({ ...NONE, ...fields })).toBe(line !== '')
})
