import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { MODES } from '#contract/task-fields.ts'
import type { Cell } from '#domain/copy/cell.ts'
import { parseSources } from '#domain/shape/source-list.ts'
import { createMemoryProvider } from '#tests/support/memory-provider.ts'
import { buildShapedJob, TODAY } from '#tests/support/shaped-job.ts'
import { sync } from '#tests/support/test-provider.ts'

const PAGE = readFileSync(new URL('../../../docs/use/shape.md', import.meta.url), 'utf8')

/** The fields of each recipe on the page, by its title. */
const recipes = new Map(
  PAGE.split('\n### ')
    .slice(1)
    .map((section) => {
      const fields = Array.from(section.matchAll(/^\| `(\w+)` \| `(.*)` \|$/gm), ([, name = '', value = '']) => {
        return [name, value.replaceAll('\\|', '|')] as const
      })
      return [section.slice(0, section.indexOf('\n')), Object.fromEntries(fields)] as const
    }),
)

interface Example {
  source: Cell[][]
  /** More sources by the IDs the page uses, or more tabs of the source by their titles. */
  more?: Record<string, Cell[][]>
  tabs?: Record<string, Cell[][]>
  /** The number of a hidden row of the source. */
  hidden?: number
  target?: Cell[][]
  startRow?: number
  result: Cell[][]
}

const ORDERS: Cell[][] = [
  ['Order', 'Customer', 'Status', 'Region', 'Amount', 'Date'],
  [1, 'Ann', 'open', 'North', 10_000, TODAY - 30],
  [2, 'Bob', 'closed', 'northeast', 500, TODAY - 28.5],
  [3, 'Cy', 'Open', 'South', 20_000, TODAY + 0.75],
  [4, 'Di', '', '', 9_999, TODAY + 1],
]
const chosen = (...rows: number[]) => [0, ...rows].map((row) => ORDERS[row] ?? [])

const NAMES: Cell[][] = [
  ['Amount', 'Name'],
  [5, 'Ann'],
  [6, 'Bob'],
]

const EXAMPLES: Record<string, Example> = {
  'Open items only': { source: ORDERS, result: chosen(1, 3) },
  'Price list for partners, without purchase prices': {
    source: [
      ['Article', 'Purchase price', 'Price, net', 'Description'],
      ['A-1', 2, 5, 'Cup'],
      ['', '', '', 'Seasonal'],
      ['A-2', 3, 7, 'Bowl'],
    ],
    result: [
      ['Article', 'Description', 'Price'],
      ['A-1', 'Cup', 5],
      ['A-2', 'Bowl', 7],
    ],
  },
  'The last 30 days': { source: ORDERS, result: chosen(2, 3) },
  'Due within a week and not done': {
    source: [
      ['Task', 'Owner', 'Due', 'Done'],
      ['Invoice', 'Ann', TODAY + 7, false],
      ['Audit', 'Bob', TODAY + 8, false],
      ['Letter', 'Cy', TODAY - 3, ''],
      ['Call', 'Di', TODAY, true],
    ],
    result: [
      ['Due', 'Task', 'Owner'],
      [TODAY + 7, 'Invoice', 'Ann'],
      [TODAY - 3, 'Letter', 'Cy'],
    ],
  },
  'A table below a title of the target': {
    source: NAMES,
    target: [['Sales'], [], ['', '']],
    result: [['Sales'], [], [], ['', 'Name', 'Amount'], ['', 'Ann', 5], ['', 'Bob', 6]],
  },
  "Data under headers of the target's own": {
    source: NAMES,
    target: [['Who', 'How much']],
    result: [
      ['Who', 'How much'],
      ['Ann', 5],
      ['Bob', 6],
    ],
  },
  'The state of every night': {
    source: NAMES,
    target: [
      ['Copied at', 'Name', 'Amount'],
      [TODAY - 1, 'Ann', 4],
    ],
    result: [
      ['Copied at', 'Name', 'Amount'],
      [TODAY - 1, 'Ann', 4],
      [TODAY, 'Ann', 5],
      [TODAY, 'Bob', 6],
    ],
  },
  'Orders by their number, in a list that people sort': {
    source: ORDERS,
    target: [
      ['Order', 'Customer', 'Status', 'To do'],
      [9, 'Zoe', 'mine', ''],
      [2, 'Bob', 'open', 'call Bob'],
      [1, 'Ann', 'open', 'wait'],
    ],
    result: [
      ['Order', 'Customer', 'Status', 'To do'],
      [9, 'Zoe', 'mine'],
      [2, 'Bob', 'closed', 'call Bob'],
      [1, 'Ann', 'open', 'wait'],
      [3, 'Cy', 'Open'],
      [4, 'Di'],
    ],
  },
  'A tab without headers': {
    source: [[], ['x', 'DE-1', 10], ['y', 'FR-1', 20], ['z', 'de-2', 30]],
    startRow: 2,
    result: [[], [10, 'x'], [30, 'z']],
  },
  'Only the rows that a filter shows': { source: ORDERS, hidden: 3, result: chosen(1, 3, 4) },
  'Branches into a master': {
    source: [
      ['Order', 'Amount', 'Margin'],
      [1, 10, 0.2],
    ],
    more: {
      'south-id': [
        ['Amount', 'Order'],
        [20, 2],
      ],
      'west-id': [['Order', 'Amount'], [3], [4, 40]],
    },
    result: [
      ['Branch', 'Order', 'Amount'],
      ['source', 1, 10],
      ['south-id', 2, 20],
      ['west-id', 3],
      ['west-id', 4, 40],
    ],
  },
  'Monthly tabs in one archive': {
    source: [['Notes']],
    tabs: { '2026-01': [['Order'], [1], [2]], '2025-12': [['Order'], [0]], '2026-02': [['Order'], [3]] },
    result: [
      ['Month', 'Order'],
      ['2026-01', 1],
      ['2026-01', 2],
      ['2026-02', 3],
    ],
  },
}

test('each recipe on the page is run here', () => {
  expect(recipes.size).toBeGreaterThanOrEqual(10)
  expect([...recipes.keys()]).toEqual(Object.keys(EXAMPLES))
})

test.each(Object.entries(EXAMPLES))(
  '%s',
  async (title, { source, more = {}, tabs = {}, hidden, target = [], startRow = 1, result }) => {
    const memory = createMemoryProvider()
    const titled = async (name: string, ...all: { title: string; rows: Cell[][] }[]) => {
      const id = await memory.spreadsheet(...all)
      const requests = [{ updateSpreadsheetProperties: { properties: { title: name }, fields: 'title' } }]
      await memory.edit(id, ...requests)
      return id
    }
    const others = Object.entries(tabs).map(([name, rows]) => ({ title: name, rows }))
    const sourceId = await titled('source', { title: 'Orders', rows: source }, ...others)
    if (hidden !== undefined) {
      const range = { sheetId: 0, dimension: 'ROWS', startIndex: hidden - 1, endIndex: hidden }
      const change = { range, properties: { hiddenByUser: true }, fields: 'hiddenByUser' }
      await memory.edit(sourceId, { updateDimensionProperties: change })
    }
    const targetId = await memory.spreadsheet({ rows: target })
    const fields = recipes.get(title) ?? {}
    let sources = fields['more_sources'] ?? ''
    for (const [id, rows] of Object.entries(more))
      sources = sources.replace(id, await titled(id, { title: 'Orders', rows }))
    const { columns = '', rows = '', target_cell: targetCell = '', header, time_column: timeColumn = '' } = fields
    const { key_columns: keyColumns = '' } = fields
    const shape = {
      columns,
      rows,
      targetCell,
      header: header === undefined ? null : header === 'true',
      hiddenRows: fields['hidden_rows'] === 'skip' ? ('skip' as const) : ('copy' as const),
      moreSources: parseSources(sources),
      sourceColumn: fields['source_column'] ?? '',
      mode: MODES.find((mode) => mode === fields['mode']) ?? 'mirror',
      timeColumn,
      keyColumns,
    }
    const sourceTab = fields['source_sheet_name'] ?? ''
    const run = await sync(memory.provider, buildShapedJob({ sourceId, sourceTab, targetId, startRow, shape }))
    expect(run.status).toBe('Success')
    expect(await memory.read(targetId)).toEqual(result)
  },
)
