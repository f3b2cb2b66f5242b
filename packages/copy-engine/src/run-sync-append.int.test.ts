import { expect, test } from 'vitest'
import type { Cell } from '#domain/copy/cell.ts'
import { serialTime } from '#domain/copy/serial-time.ts'
import type { AppendState, PlacedRows } from '#domain/shape/place-append.ts'
import { countRequests } from '#tests/support/count-requests.ts'
import { createMemoryProvider, type MemoryProvider } from '#tests/support/memory-provider.ts'
import { afterRun, buildShapedJob, TODAY } from '#tests/support/shaped-job.ts'
import { leaveExtent, startTestProvider, sync } from '#tests/support/test-provider.ts'
import type { SyncJob } from './job/sync-job.ts'
import { previewSync } from './preview-sync.ts'

const ROWS: Cell[][] = [
  ['Name', 'Status'],
  ['Ann', 'open'],
  ['', ''],
  ['Bob', 'closed'],
]
const at = (hour: number) => serialTime({ day: TODAY, seconds: hour * 3600 })

async function openWorld(
  memory: Pick<MemoryProvider, 'spreadsheet'>,
  { rows = ROWS, targetRows = [] as Cell[][], rowCount = 20 } = {},
) {
  const sourceId = await memory.spreadsheet({ rows })
  const targetId = await memory.spreadsheet({ rows: targetRows, rowCount })
  const shaped = buildShapedJob({ sourceId, targetId, shape: { mode: 'append', timeColumn: 'At', targetCell: 'A1' } })
  /** The job of a run at this hour. */
  function jobAt(hour: number, state: Partial<AppendState> = {}, job: SyncJob = shaped): SyncJob {
    if (!job.shape) throw new Error('The job has no shape')
    return { ...job, shape: { ...job.shape, append: { time: at(hour), own: undefined, unfinished: [], ...state } } }
  }
  const buildRunRows = (placed: PlacedRows | undefined) => {
    if (!placed) throw new Error('Nothing was appended')
    return { ...placed, changesIn: async () => [] }
  }
  return { sourceId, targetId, shaped, jobAt, buildRunRows }
}

test('each run adds its rows below those of the last one and of people, with its time in the first column', async () => {
  const memory = createMemoryProvider()
  const { sourceId, targetId, jobAt, shaped } = await openWorld(memory)
  const first = await sync(memory.provider, jobAt(1))
  expect(first).toMatchObject({
    status: 'Success',
    rows: 3,
    appended: { firstRow: 1, writesHeader: true, rowCount: 3 },
  })
  expect(first.left.memory).toBeUndefined()
  await memory.write(targetId, 'Sheet1!A6', [['a note', '', 'below']])
  await memory.write(sourceId, 'Sheet1!A4', [['Cy']])
  const again = await sync(memory.provider, jobAt(2, { lastRow: 4 }, afterRun(shaped, first)))
  expect(again).toMatchObject({ status: 'Success', cellsChanged: 6, appended: { firstRow: 7, writesHeader: false } })
  expect(again.log.at(-1)?.message).toMatch(/^Target is up to date: 3 rows from row 7 on, 6 cells changed/)
  expect(await memory.read(targetId)).toEqual([
    ['At', 'Name', 'Status'],
    [at(1), 'Ann', 'open'],
    [],
    [at(1), 'Bob', 'closed'],
    [],
    ['a note', '', 'below'],
    [at(2), 'Ann', 'open'],
    [],
    [at(2), 'Cy', 'closed'],
  ])
  expect(again.dataCopy).toMatchObject({ columns: ['At', 'Name', 'Status'] })
  expect(again.dataCopy?.rows[0]?.[0]).toBe('2026-02-14 02:00:00')
})

test.each<[string, Cell[], Partial<Parameters<typeof buildShapedJob>[0]['shape']>]>([
  ['another order', ['At', 'Status', 'Name'], {}],
  ['no column for the times', ['Name', 'Status'], {}],
  ['its times last, below which no header is written', ['Name', 'Status', 'At'], { targetCell: 'A2', header: false }],
])('a first run below the rows of people whose columns have %s asks first', async (_what, header, fields) => {
  const memory = createMemoryProvider()
  const targetRows = [header, ['old', 'older', 'oldest']]
  const { sourceId, targetId } = await openWorld(memory, { targetRows })
  const shape = { mode: 'append' as const, timeColumn: 'At', targetCell: 'A1', ...fields }
  const job = buildShapedJob({ sourceId, targetId, shape })
  const held = await sync(memory.provider, job)
  expect(held).toMatchObject({ kind: 'held', holds: [{ cause: 'columns_misplaced' }] })
  expect(await memory.read(targetId)).toEqual(targetRows)
  await memory.write(targetId, 'Sheet1!A1', [['At', 'Person', 'Status']])
  expect(await sync(memory.provider, job)).toMatchObject({ status: 'Success' })
})

test('the times get a format, once, and rows that are added to the grid get it too', async () => {
  await using provider = await startTestProvider()
  const { targetId, jobAt, shaped } = await openWorld(provider, { rowCount: 2 })
  const first = await sync(provider.google, jobAt(1))
  await sync(provider.google, jobAt(2, { lastRow: 4 }, afterRun(shaped, first)))
  const shown = await provider.call<{ values: Cell[][] }>('GET', `/${targetId}/values/A1:A8`)
  expect(shown.values.flat()).toEqual([
    'At',
    ...['01', '', '01', '02', '', '02'].flatMap((hour) => (hour ? `2026-02-14 ${hour}:00:00` : [])),
  ])
})

test('a preview shows the rows that a run would add, and the run takes as few requests for a long target', async () => {
  const memory = createMemoryProvider()
  const older = Array.from({ length: 40_000 }, (_, row): Cell[] => [at(0), `old ${row}`, 'open'])
  const { jobAt, shaped } = await openWorld(memory, {
    targetRows: [['At', 'Name', 'Status'], ...older],
    rowCount: 40_010,
  })
  const job = jobAt(1, { lastRow: 40_001 }, { ...shaped, last: leaveExtent({ rows: 3, width: 3, filledRow: 40_001 }) })
  const saved: unknown[] = []
  const preview = await previewSync(memory.provider, job, {
    signal: new AbortController().signal,
    tempDir: '/tmp',
    onProgress() {},
    onWait() {},
    saveChanges: async (changes) => void saved.push(...changes),
  })
  expect(preview).toMatchObject({ rows: { added: 2, changed: 0, removed: 0 }, holds: [] })
  expect(saved).toMatchObject([{ row: 40_002 }, { row: 40_004 }])
  const { reads, writes, outcome } = await countRequests(memory, () => sync(memory.provider, job))
  expect(outcome).toMatchObject({ status: 'Success', cellsChanged: 6, appended: { firstRow: 40_002 } })
  expect(reads).toBe(preview.reads)
  // Reads: both tabs, the source, the end of the target, and searches for formulas and formats. Writes: the rows, and a format
  // for the times.
  expect({ reads, writes }).toEqual({ reads: 6, writes: 2 })
})

test('rows of a run that did not end are taken back by the next one, wherever they are', async () => {
  const memory = createMemoryProvider()
  const { sourceId, targetId, jobAt, buildRunRows } = await openWorld(memory)
  const { appended } = await sync(memory.provider, jobAt(1))
  await memory.write(targetId, 'Sheet1!A6', [['a note']])
  await memory.write(sourceId, 'Sheet1!A3:B4', [
    ['', ''],
    ['', ''],
  ])
  const next = await sync(memory.provider, jobAt(2, { unfinished: [buildRunRows(appended)] }))
  expect(next).toMatchObject({ status: 'Success', appended: { firstRow: 7 } })
  expect(next.log.map(({ message }) => message)).toContain('Taking back 3 rows of a run that did not end.')
  expect(await memory.read(targetId)).toEqual([...[[], [], [], [], []], ['a note'], [at(2), 'Ann', 'open']])
})

test('people who move rows of a run between its attempts end it, and who fill its place too', async () => {
  const memory = createMemoryProvider()
  const { targetId, jobAt, buildRunRows } = await openWorld(memory)
  const { appended } = await sync(memory.provider, jobAt(1))
  const retried = jobAt(1, { own: buildRunRows(appended) })
  expect(await sync(memory.provider, retried)).toMatchObject({ status: 'Success', cellsChanged: 0 })
  const range = { sheetId: 0, dimension: 'ROWS', startIndex: 1, endIndex: 2 }
  await memory.edit(targetId, { insertDimension: { range } })
  await expect(sync(memory.provider, retried)).rejects.toMatchObject({ reason: 'appended_rows_moved' })
})

test('rows that are missing in the source hold a run that appends, as any other', async () => {
  const memory = createMemoryProvider()
  const rows = [['Name', 'Status'], ...Array.from({ length: 60 }, (_, row) => [`n ${row}`, 'open'])]
  const { sourceId, targetId, jobAt, shaped } = await openWorld(memory, { rows, rowCount: 100 })
  const first = await sync(memory.provider, jobAt(1))
  const cleared = Array.from({ length: 40 }, () => ['', ''])
  await memory.write(sourceId, 'Sheet1!A22', cleared)
  const held = await sync(memory.provider, jobAt(2, { lastRow: 61 }, afterRun(shaped, first)))
  expect(held.kind).toBe('held')
  expect(await memory.read(targetId)).toHaveLength(61)
})
