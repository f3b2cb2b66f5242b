import { expect, test } from 'vitest'
import type { Cell } from '#domain/copy/cell.ts'
import { createMemoryProvider, type MemoryProvider } from '#tests/support/memory-provider.ts'
import { afterRun, buildShapedJob, TODAY } from '#tests/support/shaped-job.ts'
import { APPROVE_ALL, sync } from '#tests/support/test-provider.ts'

const DATE = { type: 'DATE', pattern: 'yyyy-mm-dd' }

async function formatColumn(memory: MemoryProvider, id: string, column: number): Promise<void> {
  const range = { sheetId: 0, startRowIndex: 1, startColumnIndex: column - 1, endColumnIndex: column }
  const cell = { userEnteredFormat: { numberFormat: DATE } }
  const repeatCell = { range, cell, fields: 'userEnteredFormat.numberFormat' }
  await memory.edit(id, { repeatCell })
}

/** The number formats of a row, by column. */
async function formatsIn(memory: MemoryProvider, id: string, row: number) {
  const tab = await memory.describe(id)
  return (tab?.rows[row - 1] ?? []).map(({ format }) => format)
}

test('the number format of a column goes where the column goes, and dates read as dates in the data copy', async () => {
  const memory = createMemoryProvider()
  const rows = [
    ['Due', 'Name'],
    [TODAY, 'Ann'],
  ]
  const sourceId = await memory.spreadsheet({ rows })
  await formatColumn(memory, sourceId, 1)
  const targetId = await memory.spreadsheet({})
  const shape = { columns: 'Name, Due', targetCell: 'C2' }
  const run = await sync(memory.provider, buildShapedJob({ sourceId, targetId, shape }))
  expect(run.status).toBe('Success')
  const [a, b, c, due] = await formatsIn(memory, targetId, 3)
  expect([a, b, c]).toEqual([undefined, undefined, undefined])
  expect(due).toMatchObject(DATE)
  expect(run.dataCopy).toEqual({ columns: ['Name', 'Due'], rows: [['Ann', '2026-02-14']] })
})

test('a target without the tab, or too small for its target cell, gets room', async () => {
  const memory = createMemoryProvider()
  const rows = [['Name'], ['Ann'], ['Bob']]
  const sourceId = await memory.spreadsheet({ rows })
  const targetId = await memory.spreadsheet({ rowCount: 2, columnCount: 3 })
  const placed = rows.map((row) => ['', '', '', '', ...row])
  for (const targetTab of ['', 'New']) {
    const job = buildShapedJob({ sourceId, targetId, targetTab, shape: { targetCell: 'E4' } })
    const first = await sync(memory.provider, job)
    expect(first.status).toBe('Success')
    expect((await memory.read(targetId, targetTab || 'Sheet1')).slice(3)).toEqual(placed)
    expect(await sync(memory.provider, afterRun(job, first))).toMatchObject({ status: 'Success', cellsChanged: 0 })
  }
})

test('error cells that are copied are not written again', async () => {
  const memory = createMemoryProvider()
  const sourceId = await memory.spreadsheet({ rows: [['Name', 'Rate'], ['Ann'], ['Bob', 2]] })
  const error = { formula: '=NA()', value: '#N/A ()', errorType: 'N_A' }
  await memory.fill(sourceId, 'Sheet1!B2', [[error]])
  const targetId = await memory.spreadsheet({})
  const job = buildShapedJob({ sourceId, targetId, shape: { columns: 'Rate, Rate as Again, Name', targetCell: 'B2' } })
  const first = await sync(memory.provider, job)
  expect(first).toMatchObject({ status: 'Warning', errorCells: 1 })
  // A person enters an error by hand where the copy has its text.
  await memory.fill(targetId, 'Sheet1!C3', [[error]])
  expect(await sync(memory.provider, afterRun(job, first))).toMatchObject({ status: 'Warning', cellsChanged: 0 })
})

/** Enough rows to fill several windows. */
const ROWS = 12_000
const NOTE = 'x'.repeat(400)

test('rows that come, go and change their places are exact across many windows', async () => {
  const memory = createMemoryProvider()
  const row = (at: number, status = at % 3 === 0 ? 'open' : 'done'): Cell[] => [at, status, `${NOTE}${at}`]
  let data = Array.from({ length: ROWS }, (_, at) => row(at))
  const header = ['No', 'Status', 'Note']
  const sourceId = await memory.spreadsheet({ rows: [header, ...data] })
  const targetId = await memory.spreadsheet({ rows: [['above'], ['beside']] })
  const shape = { columns: 'Note, No', rows: 'Status = open', targetCell: 'B2' }
  const job = { ...buildShapedJob({ sourceId, targetId, shape }), approval: APPROVE_ALL }
  let run = await sync(memory.provider, job)

  async function expectExact(): Promise<void> {
    expect(run.status).toBe('Success')
    const open = data.filter(([, status]) => status === 'open').map(([no, , note]) => [note, no])
    const found = await memory.read(targetId)
    expect(found[0]).toEqual(['above'])
    expect(found[1]).toEqual(['beside', 'Note', 'No'])
    expect(found.slice(2).map((cells) => cells.slice(1))).toEqual(open)
  }

  async function change(changed: Cell[][]): Promise<void> {
    for (let first = 0; first < Math.max(data.length, changed.length); first += 3000) {
      const part = Array.from({ length: 3000 }, (_, at) => changed[first + at] ?? ['', '', ''])
      const isSame = JSON.stringify(part) === JSON.stringify(data.slice(first, first + 3000))
      if (!isSame && first < ROWS) await memory.write(sourceId, `Sheet1!A${first + 2}`, part)
    }
    data = changed
    run = await sync(memory.provider, afterRun(job, run))
  }

  await expectExact()
  // A single row that now meets the condition moves all rows below it.
  await change(data.map((cells, at) => (at === 5000 ? row(at, 'open') : cells)))
  await expectExact()
  // More rows than the target has.
  await change(data.map((_, at) => row(at, 'open')))
  await expectExact()
  // Far fewer, and the rest of the region is cleared.
  await change(data.map((_, at) => row(at, at < 100 ? 'open' : 'done')))
  await expectExact()
  await change(data.slice(50, 2000))
  await expectExact()
})
