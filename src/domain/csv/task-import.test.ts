import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { RowProblem } from '#contract/csv-job.ts'
import { nameTaken, spreadsheetsTaken } from '#domain/tasks/task-problems.ts'
import type { CsvRecord } from './cell.ts'
import { type KeptTask, takeTasks, type WantedTask, wantTask } from './task-import.ts'
import { type CsvTask, taskCsvColumns, taskFromCsv, taskToCsv } from './task-row.ts'

const typesByName = new Map([['Masters', { id: 1, chunkSize: 500 }]])
const kept: KeptTask = {
  id: 7,
  taskTypeId: 1,
  name: 'Orders',
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
}
const newRow: CsvRecord = { task_type: 'Masters', source_ss_id: 'a', target_ss_id: 'b' }

function want(record: CsvRecord, before?: KeptTask & { isBusy?: boolean }): WantedTask | RowProblem {
  const known = before && { isBusy: false, ...before }
  return wantTask({ row: 3, said: taskFromCsv(record), before: known, newId: 100, typesByName })
}

test('a row of three fields makes a task with the defaults and the chunk size of its type', () => {
  expect(want(newRow)).toMatchObject({
    before: undefined,
    task: { id: 100, name: 'Sync Task 100', chunkSize: 500, startRow: 1, isActive: true, scheduledTimes: [] },
  })
})

test.each([
  { record: { ...newRow, task_type: 'Ledger' }, message: 'There is no task type "Ledger"' },
  { record: { ...newRow, task_type: '' }, message: 'A new task needs a task type' },
  { record: { ...newRow, start_row: '0' }, message: 'Start row must be at least 1' },
  { record: { ...newRow, chunk_size: '1,000' }, message: 'Chunk size must be a whole number' },
  { record: { ...newRow, is_active: 'perhaps' }, message: 'is_active must be true or false' },
  { record: { ...newRow, source_ss_id: '' }, message: 'Source spreadsheet must be a spreadsheet ID or a link' },
  {
    record: { ...newRow, scheduled_times: '04:00, 25:00' },
    message: 'Please enter a valid time in HH:MM format (24-hour)',
  },
  {
    record: { ...newRow, target_ss_id: 'a' },
    message: 'The source and the target are the same tab. Please choose another target.',
  },
])('a row is refused: $message', ({ record, message }) => {
  expect(want(record)).toEqual({ row: 3, message })
})

test('an empty field of a task that exists keeps the numbers and empties the rest', () => {
  const record = {
    id: '7',
    task_type: '',
    source_ss_id: 'source',
    target_ss_id: 'target',
    scheduled_times: '',
    chunk_size: '',
    max_concurrent_tasks: '',
  }
  expect(want(record, { ...kept, maxConcurrentTasks: 3 })).toMatchObject({
    task: { ...kept, scheduledTimes: [], maxConcurrentTasks: null },
  })
})

function wanted(row: number, change: Partial<KeptTask>, before?: KeptTask): WantedTask {
  return { row, before, task: { ...kept, ...change } }
}

test('rows are decided one after the other: a name that an earlier row gave up is free, one it took is not', () => {
  const { taken, faults } = takeTasks({
    kept: [kept],
    wanted: [
      wanted(1, { name: 'Invoices' }, kept),
      wanted(2, { id: 100, sourceSsId: 'x' }),
      wanted(3, { id: 101, sourceSsId: 'y', name: 'Invoices' }),
      wanted(4, { id: 102, name: 'Other' }),
    ],
  })
  expect(taken.map(({ row }) => row)).toEqual([1, 2])
  expect(faults).toEqual([
    { row: 3, message: nameTaken.message },
    { row: 4, message: spreadsheetsTaken.message },
  ])
})

test('a row that says what is so already changes nothing', () => {
  expect(takeTasks({ kept: [kept], wanted: [wanted(1, {}, kept)] })).toEqual({
    taken: [],
    unchangedCount: 1,
    faults: [],
  })
})

test('whatever rows a file holds, those taken leave no two tasks with the same name or the same spreadsheets', () => {
  const key = fc.constantFrom('a', 'b', 'c')
  const keys = fc.record({ name: key, sourceSsId: key, targetSsId: key })
  const rows = fc.array(fc.record({ keys, isNew: fc.boolean(), which: fc.nat(2) }), { maxLength: 12 })
  const existing = [0, 1, 2].map((index) => ({ ...kept, id: index + 1, name: `n${index}`, sourceSsId: `s${index}` }))
  fc.assert(
    fc.property(rows, (said) => {
      const seen = new Set<KeptTask>()
      const all = said.flatMap((one, index) => {
        const before = one.isNew ? undefined : existing[one.which]
        if (before && seen.has(before)) return []
        if (before) seen.add(before)
        return [wanted(index + 1, { ...one.keys, id: before?.id ?? 100 + index }, before)]
      })
      const { taken, unchangedCount, faults } = takeTasks({ kept: existing, wanted: all })
      expect(taken.length + unchangedCount + faults.length).toBe(all.length)
      const after = new Map(existing.map((task) => [task.id, task]))
      for (const { task } of taken) {
        after.set(task.id, task)
        const tasks = [...after.values()]
        expect(new Set(tasks.map(({ name }) => name)).size).toBe(tasks.length)
        expect(new Set(tasks.map((one) => `${one.sourceSsId} ${one.targetSsId}`)).size).toBe(tasks.length)
      }
    }),
  )
})

test('a task that was written to a file is read back as it was', () => {
  const text = fc
    .string({ unit: fc.constantFrom("'", '=', '+', '@', ',', '"', '\n', 'a', 'é', ' ') })
    .map((s) => s.trim())
  const task: fc.Arbitrary<CsvTask> = fc.record({
    id: fc.integer({ min: 1, max: 2_147_483_647 }),
    name: text.map((name) => name || 'named'),
    task_type: fc.constant('Masters'),
    source_ss_id: fc.stringMatching(/^[\w-]{1,40}$/),
    source_sheet_name: text,
    target_ss_id: fc.stringMatching(/^[\w-]{1,40}$/),
    target_sheet_name: text,
    scheduled_times: fc.subarray(['04:00', '12:30', '23:59']),
    relevant_user_accounts: text,
    chunk_size: fc.integer({ min: 1, max: 100_000 }),
    start_row: fc.integer({ min: 1, max: 1000 }),
    max_concurrent_tasks: fc.option(fc.integer({ min: 1, max: 1000 })),
    is_active: fc.boolean(),
  })
  fc.assert(
    fc.property(task, (written) => {
      fc.pre(written.source_ss_id !== written.target_ss_id)
      const record = Object.fromEntries(taskToCsv(written).map((field, index) => [taskCsvColumns[index], field]))
      const read = want(record)
      expect(read).toMatchObject({
        task: {
          name: written.name,
          sourceSsId: written.source_ss_id,
          targetSsId: written.target_ss_id,
          sourceSheetName: written.source_sheet_name,
          targetSheetName: written.target_sheet_name,
          scheduledTimes: written.scheduled_times,
          relevantUserAccounts: written.relevant_user_accounts,
          chunkSize: written.chunk_size,
          startRow: written.start_row,
          maxConcurrentTasks: written.max_concurrent_tasks,
          isActive: written.is_active,
        },
      })
      expect(taskFromCsv(record).id).toBe(written.id)
    }),
  )
})

test('a row may not move a task that has a run in progress, but change the rest of it', () => {
  const before = { ...kept, isBusy: true }
  expect(want({ id: String(kept.id), target_ss_id: 'elsewhere' }, before)).toEqual({
    row: 3,
    message: 'Stop the task before changing where it copies from or to.',
  })
  expect(want({ id: String(kept.id), name: 'Renamed' }, before)).toMatchObject({ task: { name: 'Renamed' } })
})
