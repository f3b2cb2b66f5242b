import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { RowProblem } from '#contract/csv-job.ts'
import { WEEKDAYS } from '#contract/schedule-days.ts'
import { NO_TABS } from '#domain/tasks/last-tabs.ts'
import { TabGraph } from '#domain/tasks/overlaps.ts'
import { isOwnTarget } from '#domain/tasks/task-places.ts'
import { nameTaken, spreadsheetsTaken } from '#domain/tasks/task-problems.ts'
import { taskSettings } from '#domain/tasks/task-settings.ts'
import type { CsvRecord } from './columns.ts'
import { taskTable } from './tables.ts'
import { acceptTasks, type RequestedTask, requestTask, type StoredTask } from './task-import.ts'

const typesByName = new Map([['Masters', { id: 1, chunkSize: 500 }]])
const stored: StoredTask = {
  id: 7,
  taskTypeId: 1,
  name: 'Orders',
  hasOwnName: false,
  sourceSsId: 'source',
  targetSsId: 'target',
  sourceSheetName: 'Orders',
  targetSheetName: 'Copy',
  scheduledTimes: ['04:00'],
  relevantUserAccounts: '',
  chunkSize: 500,
  startRow: 2,
  maxConcurrentTasks: null,
  isActive: true,
  notes: 'Ask Maria',
  holdsEdits: true,
  scheduleDays: ['Mon'],
  pausedUntil: '2026-12-24',
  holidays: ['2026-12-25'],
  expectFilled: ['Total, net'],
  expectUnique: ['=Order', '"No."'],
  columns: 'Name, "Total, net" as Net',
  rows: 'Status = open',
  targetCell: 'B5',
  header: false,
  moreSources: [
    { source_ss_id: 'other', source_sheet_name: 'Q1 | Q2' },
    { source_ss_id: 'third', source_sheet_name: '2026-*' },
    { source_ss_id: 'branches', source_sheet_name: 'Wow!' },
    { source_ss_id: 'fourth', source_sheet_name: '' },
  ],
  sourceColumn: 'Branch',
  whenSourceFails: 'hold',
  everyMinutes: 15,
  everyMinutesBetween: '07:00-19:00',
  freshBy: '07:30',
  freshWithinMinutes: 120,
  afterSource: true,
  onEdit: true,
  onEditPauseMinutes: 2,
  onEditAtMostEveryMinutes: 15,
  hiddenRows: 'skip',
  mode: 'mirror',
  timeColumn: '=Copied at',
  keyColumns: 'Name, "Order, no"',
  missingRows: 'clear',
  beside: 'leave',
  splitBy: '',
  targets: [{ value: 'North | East', target_ss_id: 'north', target_sheet_name: 'Orders' }],
  targetsFrom: { ss_id: 'list', sheet_name: 'A: b!', value_column: 'x, y', link_column: 'File', tab_column: '' },
  unmatched: 'report',
  controlSums: ['Total, net'],
}
const newRow: CsvRecord = { task_type: 'Masters', source_ss_id: 'a', target_ss_id: 'b' }

function request(record: CsvRecord, before?: StoredTask & { isBusy?: boolean }): RequestedTask | RowProblem {
  const known = before && { isBusy: false, ...before }
  return requestTask({ row: 3, parsed: taskTable.parse(record), before: known, newId: 100, typesByName })
}

test('a row of three fields creates a task with the defaults and the chunk size of its type', () => {
  expect(request(newRow)).toMatchObject({
    before: undefined,
    task: { id: 100, name: 'Sync Task 100', chunkSize: 500, startRow: 1, isActive: true, scheduledTimes: [] },
  })
})

test.each([
  { record: { ...newRow, task_type: 'Ledger' }, column: 'task_type', message: 'There is no task type "Ledger"' },
  { record: { ...newRow, task_type: '' }, column: 'task_type', message: 'A new task needs a task type' },
  { record: { ...newRow, start_row: '0' }, column: 'start_row', message: 'Start row must be at least 1' },
  { record: { ...newRow, chunk_size: '1,000' }, column: 'chunk_size', message: 'Chunk size must be a whole number' },
  { record: { ...newRow, is_active: 'perhaps' }, column: 'is_active', message: 'is_active must be true or false' },
  {
    record: { ...newRow, source_ss_id: '' },
    column: 'source_ss_id',
    message: 'Source spreadsheet must be a spreadsheet ID or a link',
  },
  {
    record: { ...newRow, scheduled_times: '04:00, 4am' },
    column: 'scheduled_times',
    message: '"4am" is not a time: write 04:00',
  },
  {
    record: { ...newRow, schedule_days: 'Mon-Fri', scheduled_times: 'noon' },
    column: 'scheduled_times',
    message:
      '"noon" is not a time: write 24-hour times such as 04:00, separated by commas; "Mon-Fri" is not a day: write Mon, Tue, Wed, Thu, Fri',
  },
  {
    record: { ...newRow, expect_filled: 'x'.repeat(201) },
    column: 'expect_filled',
    message: 'A column name must be at most 200 characters long',
  },
  {
    record: { ...newRow, paused_until: '2027-02-29' },
    column: 'paused_until',
    message: 'Enter dates as YYYY-MM-DD, such as 2026-12-24',
  },
  {
    record: { ...newRow, holidays: '24.12.2026' },
    column: 'holidays',
    message: 'Enter dates as YYYY-MM-DD, such as 2026-12-24',
  },
  { record: { ...newRow, holidays: '2126-12-24' }, column: 'holidays', message: 'Dates must be between 2000 and 2099' },
  {
    record: { ...newRow, target_ss_id: 'a' },
    column: 'target_sheet_name',
    message: 'The source and the target are the same tab. Please choose another target.',
  },
])('a row is refused: $message', ({ record, column, message }) => {
  expect(request(record)).toEqual({ row: 3, column, message })
})

test('an empty field keeps a number of an existing task and clears text, times, days and limits', () => {
  const record = {
    id: '7',
    task_type: '',
    source_ss_id: 'source',
    target_ss_id: 'target',
    scheduled_times: '',
    chunk_size: '',
    max_concurrent_tasks: '',
    schedule_days: '',
    paused_until: '',
  }
  expect(request(record, { ...stored, maxConcurrentTasks: 3 })).toMatchObject({
    task: { ...stored, scheduledTimes: [], maxConcurrentTasks: null, scheduleDays: [], pausedUntil: null },
  })
})

const typeNames = new Map([[1, 'Masters']])
const noOthers = () => ({ graph: new TabGraph([]), typeNames })

function requested(row: number, change: Partial<StoredTask>, before?: StoredTask): RequestedTask {
  return { row, before, task: { ...stored, ...change }, isNameOpen: false }
}

test('a row can take a name that an earlier row gave up, but not one that it took', () => {
  const { accepted, problems } = acceptTasks({
    ...noOthers(),
    existing: [stored],
    requested: [
      requested(1, { name: 'Invoices' }, stored),
      requested(2, { id: 100, sourceSsId: 'x' }),
      requested(3, { id: 101, sourceSsId: 'y', name: 'Invoices' }),
      requested(4, { id: 102, name: 'Other', sourceSheetName: 'ORDERS' }),
      requested(5, { id: 103, name: 'Second tab', sourceSheetName: 'Second', targetSheetName: 'Second' }),
    ],
  })
  expect(accepted.map(({ row }) => row)).toEqual([1, 2, 5])
  expect(problems).toEqual([
    { row: 3, column: 'name', message: nameTaken.message },
    { row: 4, column: 'target_ss_id', message: spreadsheetsTaken.message },
  ])
})

test('a row that would overlap with another task, or copy back to its source, is refused unless it did so before', () => {
  const other = { ...stored, id: 8, name: 'Other', sourceSsId: 'other' }
  const graph = new TabGraph([stored, other].map((task) => ({ ...task, typeName: 'Masters', lastTabs: NO_TABS })))
  const { accepted, problems } = acceptTasks({
    existing: [stored, other],
    graph,
    typeNames,
    requested: [
      requested(1, { ...other, notes: '' }, other),
      requested(2, { id: 100, name: 'New', sourceSsId: 'x' }),
      requested(3, { ...other, id: 101, name: 'Onward', targetSheetName: 'Free', targetSsId: 'third' }),
      requested(4, {
        id: 102,
        name: 'Back',
        sourceSsId: 'third',
        sourceSheetName: 'free',
        targetSsId: 'other',
        targetSheetName: 'Orders',
      }),
    ],
  })
  expect(accepted.map(({ row }) => row)).toEqual([1, 3])
  expect(problems).toEqual([
    {
      row: 2,
      column: 'target_sheet_name',
      message: "'Orders' (Masters) already writes to this tab. Please choose another target.",
    },
    {
      row: 4,
      column: 'target_sheet_name',
      message:
        "This target is copied back to the source tab, through 'Onward' (Masters). Please choose another target.",
    },
  ])
})

test('a row with the current values changes nothing', () => {
  expect(acceptTasks({ ...noOthers(), existing: [stored], requested: [requested(1, {}, stored)] })).toEqual({
    accepted: [],
    unchangedCount: 1,
    problems: [],
  })
})

test('accepted rows never leave two tasks with the same name or the same spreadsheets', () => {
  const key = fc.constantFrom('a', 'b', 'c')
  const keys = fc.record({ name: key, sourceSsId: key, targetSsId: key })
  const rows = fc.array(fc.record({ keys, isNew: fc.boolean(), which: fc.nat(2) }), { maxLength: 12 })
  const existing = [0, 1, 2].map((index) => ({ ...stored, id: index + 1, name: `n${index}`, sourceSsId: `s${index}` }))
  fc.assert(
    fc.property(rows, (drawn) => {
      const seen = new Set<StoredTask>()
      const all = drawn.flatMap((one, index) => {
        const before = one.isNew ? undefined : existing[one.which]
        if (before && seen.has(before)) return []
        if (before) seen.add(before)
        return [requested(index + 1, { ...one.keys, id: before?.id ?? 100 + index }, before)]
      })
      const { accepted, unchangedCount, problems } = acceptTasks({ ...noOthers(), existing, requested: all })
      expect(accepted.length + unchangedCount + problems.length).toBe(all.length)
      const after = new Map(existing.map((task) => [task.id, task]))
      for (const { task } of accepted) {
        after.set(task.id, task)
        const tasks = [...after.values()]
        expect(new Set(tasks.map(({ name }) => name)).size).toBe(tasks.length)
        expect(new Set(tasks.map((one) => `${one.sourceSsId} ${one.targetSsId}`)).size).toBe(tasks.length)
      }
    }),
  )
})

test('a row with a mistake in its columns or rows is refused with the words that are wrong', () => {
  expect(request({ ...newRow, columns: 'A,,B', rows: 'A > x' })).toEqual({
    row: 3,
    message: expect.stringMatching(/^Columns: Column 2 has no name.*; Rows: "x" is neither a number/),
    column: 'columns',
  })
  expect(request({ id: String(stored.id), rows: 'A' }, stored)).toMatchObject({
    message: expect.stringContaining('Rows: "A"'),
  })
})

test('every task survives a round trip through CSV', () => {
  const text = fc
    .string({ unit: fc.constantFrom("'", '=', '+', '@', ',', '"', '\n', 'a', 'é', ' ') })
    .map((s) => s.trim())
  const columns = fc.uniqueArray(text.map((name) => name || 'named'))
  const task: fc.Arbitrary<StoredTask> = fc.record({
    id: fc.integer({ min: 1, max: 2_147_483_647 }),
    taskTypeId: fc.constant(1),
    name: text.map((name) => name || 'named'),
    hasOwnName: fc.boolean(),
    sourceSsId: fc.stringMatching(/^[\w-]{1,40}$/),
    sourceSheetName: text,
    targetSsId: fc.stringMatching(/^[\w-]{1,40}$/),
    targetSheetName: text,
    scheduledTimes: fc.subarray(['04:00', '12:30', '23:59']),
    relevantUserAccounts: fc.subarray(['=ann@example.com', 'bob@example.com']).map((addresses) => addresses.join()),
    chunkSize: fc.integer({ min: 1, max: 100_000 }),
    startRow: fc.integer({ min: 1, max: 1000 }),
    maxConcurrentTasks: fc.option(fc.integer({ min: 1, max: 1000 })),
    isActive: fc.boolean(),
    notes: text,
    holdsEdits: fc.boolean(),
    scheduleDays: fc.subarray([...WEEKDAYS]),
    pausedUntil: fc.option(fc.constantFrom('2026-12-24', '2099-12-31')),
    holidays: fc.subarray(['2000-01-01', '2026-12-24', '2028-02-29']),
    expectFilled: columns,
    expectUnique: columns,
    columns: fc.constantFrom('', 'Name, "a, b" as "=c"', '"-x"'),
    rows: fc.constantFrom('', 'Status = open; Amount > 100', '"=a" contains "x"\nb is empty'),
    targetCell: fc.constantFrom('', 'B5'),
    header: fc.option(fc.boolean()),
    moreSources: fc.array(fc.record({ source_ss_id: fc.stringMatching(/^[\w-]{1,40}$/), source_sheet_name: text })),
    sourceColumn: text,
    whenSourceFails: fc.constantFrom('keep_its_rows', 'hold'),
    everyMinutes: fc.option(fc.integer({ min: 1, max: 1440 })),
    everyMinutesBetween: fc.constantFrom('', '07:00-19:00', '22:00-06:00'),
    freshBy: fc.option(fc.constantFrom('00:00', '07:30')),
    freshWithinMinutes: fc.option(fc.integer({ min: 1, max: 129_600 })),
    afterSource: fc.option(fc.boolean()),
    onEdit: fc.option(fc.boolean()),
    onEditPauseMinutes: fc.option(fc.integer({ min: 1, max: 10 })),
    onEditAtMostEveryMinutes: fc.option(fc.integer({ min: 1, max: 1440 })),
    hiddenRows: fc.constantFrom('copy' as const, 'skip' as const),
    mode: fc.constantFrom('mirror' as const, 'append' as const),
    timeColumn: fc.constantFrom('=Time', 'Copied at'),
    keyColumns: fc.constantFrom('', 'Name, "Order, no"'),
    missingRows: fc.constantFrom('keep' as const, 'clear' as const),
    beside: fc.constantFrom('ask' as const, 'leave' as const),
    splitBy: fc.constant(''),
    targets: fc.array(
      fc.record({
        value: text.map((value) => value || 'named'),
        target_ss_id: fc.stringMatching(/^[\w-]{1,40}$/),
        target_sheet_name: text,
      }),
    ),
    targetsFrom: fc.option(
      fc.record({
        ss_id: fc.stringMatching(/^[\w-]{1,40}$/),
        sheet_name: text,
        value_column: text.map((value) => value || 'Value'),
        link_column: text.map((value) => value || 'Link'),
        tab_column: text,
      }),
    ),
    unmatched: fc.constantFrom('hold' as const, 'report' as const),
    controlSums: columns,
  })
  fc.assert(
    fc.property(task, ({ id, ...all }) => {
      const settings = all
      fc.pre(settings.sourceSsId !== settings.targetSsId && !isOwnTarget(settings))
      const row = taskTable.format({ id, reference: 'Masters', fields: taskSettings.toFields(settings) })
      const record = Object.fromEntries(row.map((field, index) => [taskTable.columns[index], field]))
      expect(request(record, { id, ...settings })).toMatchObject({ task: settings })
      const { hasOwnName: _, ...others } = settings
      expect(request(record)).toMatchObject({ task: others })
      expect(taskTable.parse(record).id).toBe(id)
    }),
  )
})

test('a row cannot change the source or target of a task with a run in progress, but everything else', () => {
  const before = { ...stored, isBusy: true }
  expect(request({ id: String(stored.id), target_ss_id: 'elsewhere' }, before)).toEqual({
    row: 3,
    message: 'Stop the task before changing where it copies from or to.',
  })
  expect(request({ id: String(stored.id), name: 'Renamed' }, before)).toMatchObject({ task: { name: 'Renamed' } })
})
