import { expect, test } from 'vitest'
import type { Cell } from '#domain/copy/cell.ts'
import { buildJob, leaveExtent, startTestProvider, sync, type TestProvider } from '#tests/support/test-provider.ts'

const HEADER = ['id', 'name', 'ok']

type Batch = { provider: TestProvider; id: string }

function batchUpdate({ provider, id }: Batch, ...requests: object[]): Promise<unknown> {
  return provider.call('POST', `/${id}:batchUpdate`, { requests })
}

async function firstSheetId({ provider, id }: Batch): Promise<number> {
  const { sheets } = await provider.call<{ sheets: { properties: { sheetId: number } }[] }>('GET', `/${id}`)
  return sheets[0]?.properties.sheetId ?? 0
}

/** Rows and columns count from 0, and the ends are exclusive. */
async function merge(on: Batch, [startRowIndex, endRowIndex, startColumnIndex, endColumnIndex]: number[]) {
  const range = { sheetId: await firstSheetId(on), startRowIndex, endRowIndex, startColumnIndex, endColumnIndex }
  await batchUpdate(on, { mergeCells: { range, mergeType: 'MERGE_ALL' } })
}

function warnings({ log }: { log: { level: string; message: string }[] }): string[] {
  return log.filter(({ level }) => level === 'WARNING').map(({ message }) => message)
}

test('a merge of the target that drops a value is named, and the run does not end in Success', async () => {
  await using provider = await startTestProvider()
  const sourceId = await provider.spreadsheet({ rows: [HEADER, ['a', 1, true], ['b', 2, false]] })
  const targetId = await provider.spreadsheet({})
  await merge({ provider, id: targetId }, [2, 3, 1, 3])
  const job = buildJob({ sourceId, targetId })
  const outcome = await sync(provider.google, job)
  expect(outcome).toMatchObject({ status: 'Warning', kind: 'copied', cellsChanged: 5 })
  expect(warnings(outcome)).toEqual([
    'B3:C3 of the target is merged: unmerge it, because only its first cell takes a value.',
    "'Sheet1'!C3 of the target does not take the value of the source. Remove what prevents it, such as a merge, a formula or a table, and run the task again.",
  ])
  expect((await provider.read(targetId)).slice(1)).toEqual([
    ['a', 1, true],
    ['b', 2],
  ])

  const range = { sheetId: await firstSheetId({ provider, id: targetId }) }
  await batchUpdate({ provider, id: targetId }, { unmergeCells: { range } })
  expect(await sync(provider.google, job)).toMatchObject({ status: 'Success', cellsChanged: 1 })
})

test('a merge whose covered cells are empty in the source is no obstacle', async () => {
  await using provider = await startTestProvider()
  const rows = [HEADER, ['a', 'title', ''], ['b', 2, true]]
  const sourceId = await provider.spreadsheet({ rows })
  await merge({ provider, id: sourceId }, [1, 2, 1, 3])
  const targetId = await provider.spreadsheet({ rows: [HEADER] })
  await merge({ provider, id: targetId }, [1, 2, 1, 3])
  const outcome = await sync(provider.google, buildJob({ sourceId, targetId }))
  expect(outcome.status).toBe('Success')
  expect(warnings(outcome)).toEqual([])
  expect(outcome.log).toContainEqual({
    level: 'INFO',
    message: 'B2:C2 of the source is merged: its value is copied to the first of its cells, the others stay empty.',
  })
  expect(await provider.read(targetId)).toEqual(await provider.read(sourceId))
})

test('formulas of the target are named before they are replaced, and kept where they give the same value', async () => {
  await using provider = await startTestProvider()
  const sourceId = await provider.spreadsheet({ rows: [HEADER, ['a', 1, 3], ['b', 2, 4], ['c', 2, 5]] })
  const targetId = await provider.spreadsheet({ rows: [HEADER] })
  const formulas = [
    ['a', '=1', '=1+2'],
    ['x', '=2', '=7'],
  ]
  await provider.write(targetId, 'Sheet1!A2', formulas, 'USER_ENTERED')
  const outcome = await sync(provider.google, buildJob({ sourceId, targetId }))
  expect(outcome).toMatchObject({ status: 'Success', cellsChanged: 5 })
  expect(warnings(outcome)).toEqual([
    'The target has formulas in B2:C3. Values of the source replace them where they differ: delete the formulas, or choose another target tab.',
  ])
  expect(await provider.read(targetId)).toEqual(await provider.read(sourceId))
  const path = `/${targetId}/values/Sheet1!A2:C3?valueRenderOption=FORMULA`
  const { values } = await provider.call<{ values: Cell[][] }>('GET', path)
  expect(values).toEqual([
    ['a', '=1', '=1+2'],
    ['b', '=2', 4],
  ])
})

test.each([
  ['in the region', 2, 'A2', 4],
  ['above the region', 3, 'A2', 4],
])('an array formula %s is named, and its results become values', async (_where, startRow, anchor, count) => {
  await using provider = await startTestProvider()
  const rows = [HEADER, [1, 'a'], [2, 'b'], [3, 'c'], [99, 'd']]
  const sourceId = await provider.spreadsheet({ rows })
  const targetId = await provider.spreadsheet({ rows: [HEADER] })
  await provider.write(targetId, `Sheet1!${anchor}`, [[`=SEQUENCE(${count})`]], 'USER_ENTERED')
  const outcome = await sync(provider.google, buildJob({ sourceId, targetId, startRow }))
  expect(outcome.status).toBe('Success')
  expect(warnings(outcome).at(-1)).toBe(
    'An array formula of the target fills A3:A5, and breaks when values are written there: delete the formula, or choose another target tab.',
  )
  expect((await provider.read(targetId)).slice(startRow - 1)).toEqual(rows.slice(startRow - 1))
})

test('an array formula that fills cells as soon as they are cleared keeps the run from ending in Success', async () => {
  await using provider = await startTestProvider()
  const sourceId = await provider.spreadsheet({ rows: [HEADER, ['a'], ['b', 'x']] })
  const targetId = await provider.spreadsheet({ rows: [HEADER, ['a', '', ''], ['b', 'x', 'mine'], ['', '', '']] })
  await provider.write(targetId, 'Sheet1!C1', [['=SEQUENCE(4)']], 'USER_ENTERED')
  const job = buildJob({ sourceId, targetId, last: leaveExtent({ rows: 2, width: 3 }) })
  const outcome = await sync(provider.google, job)
  expect(outcome.status).toBe('Warning')
  expect(warnings(outcome).at(-1)).toContain("3 cells of the target, the first in 'Sheet1'!C2, do not take the value")
})

test('formulas far down in a large target are found', async () => {
  await using provider = await startTestProvider()
  const rows = Array.from({ length: 9_000 }, (_, row) => [row, `${row}`, 'same', row])
  const sourceId = await provider.spreadsheet({ rows })
  const targetId = await provider.spreadsheet({ rows })
  await provider.write(targetId, 'Sheet1!D8000', [['=7999']], 'USER_ENTERED')
  await provider.write(sourceId, 'Sheet1!C2', [['new']])
  const outcome = await sync(provider.google, buildJob({ sourceId, targetId }))
  expect(outcome).toMatchObject({ status: 'Success', cellsChanged: 1 })
  expect(warnings(outcome)).toEqual([expect.stringContaining('The target has formulas in D8000.')])
})

test.each(['protected_range', 'permission_denied'] as const)(
  'number formats that are refused as %s do not fail the run',
  async (answer) => {
    await using provider = await startTestProvider()
    const sourceId = await provider.spreadsheet({ rows: [HEADER] })
    await provider.write(sourceId, 'Sheet1!A2', [['2024-01-31', 'b']], 'USER_ENTERED')
    const targetId = await provider.spreadsheet({})
    provider.emulator.faults.add({ operation: 'spreadsheets.batchUpdate', effect: { answer } })
    const outcome = await sync(provider.google, buildJob({ sourceId, targetId }))
    expect(outcome).toMatchObject({ status: 'Success', cellsChanged: 2 })
    expect(outcome.log).toContainEqual({
      level: 'INFO',
      message: expect.stringMatching(/^The number formats of the source were not set on the target: /),
    })
  },
)

test('an empty tab name means the first visible tab', async () => {
  await using provider = await startTestProvider()
  const sourceId = await provider.spreadsheet(
    { title: 'Hidden', rows: [['x'], ['hidden']] },
    { title: 'Shown', rows: [['x'], ['shown']] },
  )
  const targetId = await provider.spreadsheet({ title: 'Hidden' }, { title: 'Shown' })
  for (const id of [sourceId, targetId]) {
    const properties = { sheetId: await firstSheetId({ provider, id }), hidden: true }
    await batchUpdate({ provider, id }, { updateSheetProperties: { properties, fields: 'hidden' } })
  }
  await sync(provider.google, buildJob({ sourceId, targetId }))
  expect(await provider.read(targetId, 'Shown')).toEqual([[], ['shown']])
  expect(await provider.read(targetId, 'Hidden')).toEqual([])
})

test.each(['OBJECT', 'DATA_SOURCE'])(
  'a tab of the type %s holds no cells: it is never the first, and refused by name',
  async (sheetType) => {
    await using provider = await startTestProvider()
    const sourceId = await provider.spreadsheet({ title: 'Rows', rows: [['x'], ['copied']] })
    const targetId = await provider.spreadsheet({})
    await batchUpdate(
      { provider, id: sourceId },
      { addSheet: { properties: { title: 'Report', sheetType, index: 0 } } },
    )
    await sync(provider.google, buildJob({ sourceId, targetId }))
    expect(await provider.read(targetId)).toEqual([[], ['copied']])
    await expect(sync(provider.google, buildJob({ sourceId, targetId, sourceTab: 'Report' }))).rejects.toMatchObject({
      reason: 'tab_without_cells',
      message: expect.stringMatching(
        /^The tab 'Report' of .* holds a chart or a data source instead of cells\. Choose another tab\.$/,
      ),
    })
  },
)

test('typed columns of a table take values, and no formats are sent for them', async () => {
  await using provider = await startTestProvider()
  const sourceId = await provider.spreadsheet({ rows: [['Day', 'Share']] })
  await provider.write(sourceId, 'Sheet1!A2', [['2024-01-31', '12.5%']], 'USER_ENTERED')
  const targetId = await provider.spreadsheet({})
  const on = { provider, id: targetId }
  const range = {
    sheetId: await firstSheetId(on),
    startRowIndex: 0,
    endRowIndex: 20,
    startColumnIndex: 0,
    endColumnIndex: 1,
  }
  const columnProperties = [{ columnIndex: 0, columnName: 'Day', columnType: 'DATE' }]
  await batchUpdate(on, { addTable: { table: { tableId: 't1', name: 'Orders', range, columnProperties } } })
  const outcome = await sync(provider.google, buildJob({ sourceId, targetId }))
  expect(outcome).toMatchObject({ status: 'Success', cellsChanged: 2, writes: 2 })
  expect(outcome.log.map(({ level }) => level)).toEqual(['INFO', 'SUCCESS'])
  const { values } = await provider.call<{ values: string[][] }>('GET', `/${targetId}/values/Sheet1!A2:B2`)
  expect(values).toEqual([['45322', '12.50%']])
  expect(await sync(provider.google, buildJob({ sourceId, targetId }))).toMatchObject({ status: 'Success', writes: 0 })
})

test('a protected range that the account may not edit ends the run with an explanation, before anything is lost', async () => {
  await using provider = await startTestProvider()
  const sourceId = await provider.spreadsheet({ rows: [HEADER, ['a', 1, true]] })
  const targetId = await provider.spreadsheet({ rows: [HEADER, ['old', 2]] })
  const on = { provider, id: targetId }
  const range = { sheetId: await firstSheetId(on), startRowIndex: 1, endRowIndex: 2 }
  const editors = { users: ['owner@example.com'] }
  const init = {
    method: 'POST',
    headers: { authorization: 'Bearer owner@example.com', 'content-type': 'application/json' },
    body: JSON.stringify({ requests: [{ addProtectedRange: { protectedRange: { range, editors } } }] }),
  }
  const added = await fetch(`${provider.emulator.url}/v4/spreadsheets/${targetId}:batchUpdate`, init)
  expect(added.status).toBe(200)
  const log: string[] = []
  const ports = { log: (level: string, message: string) => void log.push(`${level} ${message}`) }
  const copy = sync(provider.google, buildJob({ sourceId, targetId }), ports)
  await expect(copy).rejects.toMatchObject({ reason: 'protected' })
  expect(log).toContain(
    'WARNING A2:H2 of the target is protected: let the account of the task edit it, or remove the protection.',
  )
  expect(await provider.read(targetId)).toEqual([HEADER, ['old', 2]])
})

test('a column with protected cells stays without the number format, and the others get theirs', async () => {
  await using provider = await startTestProvider()
  const sourceId = await provider.spreadsheet({ rows: [HEADER] })
  await provider.write(sourceId, 'Sheet1!A2', [['2024-01-31', '12.5%']], 'USER_ENTERED')
  const targetId = await provider.spreadsheet({ rows: [HEADER], rowCount: 5 })
  const range = { sheetId: 0, startRowIndex: 3, endRowIndex: 5, startColumnIndex: 0, endColumnIndex: 1 }
  const requests = [{ addProtectedRange: { protectedRange: { range, editors: { users: ['owner'] } } } }]
  const added = await fetch(`${provider.emulator.url}/v4/spreadsheets/${targetId}:batchUpdate`, {
    method: 'POST',
    headers: { authorization: 'Bearer owner', 'content-type': 'application/json' },
    body: JSON.stringify({ requests }),
  })
  expect(added.status).toBe(200)
  const outcome = await sync(provider.google, buildJob({ sourceId, targetId }))
  expect(outcome.status).toBe('Success')
  expect(outcome.changes.formats.map(({ column }) => column)).toEqual([2])
  expect(outcome.log).toContainEqual({
    level: 'INFO',
    message: 'The number format of the source was not set on column A of the target: cells there are protected.',
  })
})

test('an Excel file ends the run with what to do about it', async () => {
  await using provider = await startTestProvider()
  const targetId = await provider.spreadsheet({})
  const init = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      name: 'Budget.xlsx',
      mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    }),
  }
  const created = await fetch(`${provider.emulator.url}/drive/v3/files`, init)
  const { id: sourceId } = (await created.json()) as { id: string }
  await expect(sync(provider.google, buildJob({ sourceId, targetId }))).rejects.toMatchObject({
    reason: 'office_file',
    retryable: false,
    message: expect.stringContaining('is an Excel file. Open it, choose File > Save as Google Sheets'),
  })
})

test('a checkbox that shows FALSE instead of nothing is named in the warning', async () => {
  await using provider = await startTestProvider()
  const sourceId = await provider.spreadsheet({
    rows: [
      ['Name', 'Done'],
      ['Ada', true],
      ['Bob', ''],
    ],
  })
  const targetId = await provider.spreadsheet({
    rows: [
      ['Name', 'Done'],
      ['Ada', false],
      ['Bob', true],
    ],
  })
  const range = { sheetId: 0, startRowIndex: 1, endRowIndex: 3, startColumnIndex: 1, endColumnIndex: 2 }
  const { sheets } = await provider.call<{ sheets: { properties: { sheetId: number } }[] }>('GET', `/${targetId}`)
  const sheetId = sheets[0]?.properties.sheetId
  const setDataValidation = { range: { ...range, sheetId }, rule: { condition: { type: 'BOOLEAN' } } }
  await provider.call('POST', `/${targetId}:batchUpdate`, { requests: [{ setDataValidation }] })
  const outcome = await sync(
    provider.google,
    buildJob({ sourceId, targetId, last: leaveExtent({ rows: 2, width: 2 }) }),
  )
  expect(outcome).toMatchObject({ status: 'Warning', refusedCells: 1 })
  expect(outcome.log.at(-1)).toEqual({
    level: 'WARNING',
    message: expect.stringMatching(
      /^'Sheet1'!B3 of the target does not take the value of the source\. The first one has a checkbox, which is never empty\. Remove/,
    ),
  })
  expect((await provider.read(targetId)).slice(1)).toEqual([
    ['Ada', true],
    ['Bob', false],
  ])
})
