import { expect, test } from 'vitest'
import { type BatchRequests, readTable } from '../../tests/spreadsheet-calls.ts'
import { catchError, startTestEmulator, type TestEmulator } from '../../tests/test-emulator.ts'

const refusal =
  'You are trying to edit a protected cell or object. Please contact the spreadsheet owner to remove protection if you need to edit.'

const as = (account: string) => ({ headers: { authorization: `Bearer ${account}` } })

function actor({ spreadsheets, values, spreadsheetId }: TestEmulator, account: string) {
  return {
    batch: async (...requests: BatchRequests) =>
      (await spreadsheets.batchUpdate({ spreadsheetId, requestBody: { requests } }, as(account))).data.replies,
    write: (range: string, value: unknown) =>
      values.update({ spreadsheetId, range, valueInputOption: 'RAW', requestBody: { values: [[value]] } }, as(account)),
    writeMany: (...ranges: string[]) => {
      const data = ranges.map((range) => ({ range, values: [['x']] }))
      return values.batchUpdate({ spreadsheetId, requestBody: { valueInputOption: 'RAW', data } }, as(account))
    },
    clear: (range: string) => values.clear({ spreadsheetId, range }, as(account)),
    ranges: async () => {
      const reply = await spreadsheets.get({ spreadsheetId, fields: 'sheets.protectedRanges' }, as(account))
      return reply.data.sheets?.[0]?.protectedRanges
    },
  }
}

const firstTwoRows = { startRowIndex: 0, endRowIndex: 2, startColumnIndex: 0 }

async function protectedSheet() {
  const provider = await startTestEmulator()
  const people = { amy: actor(provider, 'amy'), ben: actor(provider, 'ben'), cat: actor(provider, 'cat') }
  const protectedRange = { protectedRangeId: 5, range: firstTwoRows, editors: { users: ['ben'] } }
  await people.amy.batch({ addProtectedRange: { protectedRange } })
  return { provider, ...people, [Symbol.asyncDispose]: () => provider[Symbol.asyncDispose]() }
}

test('only the editors of a protected range and the account that added it can change its cells', async () => {
  await using sheet = await protectedSheet()
  await sheet.amy.write('A1', 'amy')
  await sheet.ben.write('B1', 'ben')
  await sheet.cat.write('A3', 'cat')
  const refused = { status: 400, message: refusal }
  expect(await catchError(sheet.cat.write('A2', 'cat'))).toMatchObject(refused)
  expect(await catchError(sheet.cat.clear('A1:A9'))).toMatchObject(refused)
  expect(await catchError(sheet.cat.writeMany('A5', 'A1'))).toMatchObject({ message: `Invalid data[1]: ${refusal}` })
  const cell = { userEnteredValue: { numberValue: 1 } }
  const repeatCell = { range: { startRowIndex: 1 }, cell, fields: 'userEnteredValue' }
  expect(await catchError(sheet.cat.batch({ repeatCell }))).toMatchObject({
    message: `Invalid requests[0].repeatCell: ${refusal}`,
  })
  expect(await readTable(sheet.provider)).toEqual([['amy', 'ben'], [], ['cat']])
})

test('others cannot delete its rows, its tab or the protection', async () => {
  await using sheet = await protectedSheet()
  await sheet.amy.batch({ addSheet: { properties: { title: 'Other' } } })
  const range = { sheetId: 0, dimension: 'ROWS', startIndex: 1, endIndex: 3 }
  const requests: BatchRequests = [
    { deleteDimension: { range } },
    { deleteSheet: { sheetId: 0 } },
    { deleteProtectedRange: { protectedRangeId: 5 } },
    { updateProtectedRange: { protectedRange: { protectedRangeId: 5, description: 'x' }, fields: 'description' } },
  ]
  for (const request of requests) {
    expect(await catchError(sheet.cat.batch(request))).toMatchObject({ message: expect.stringContaining(refusal) })
  }
  await sheet.cat.batch({ deleteDimension: { range: { ...range, startIndex: 2 } } })
  await sheet.ben.batch({ deleteProtectedRange: { protectedRangeId: 5 } })
  await sheet.cat.write('A1', 'now')
})

test('a protected tab keeps its size, except for its open cells', async () => {
  await using sheet = await protectedSheet()
  const open = { startRowIndex: 4, endRowIndex: 6, startColumnIndex: 0, endColumnIndex: 2 }
  const protectedRange = { range: {}, unprotectedRanges: [open] }
  await sheet.amy.batch({ addProtectedRange: { protectedRange } })
  const append = { appendDimension: { sheetId: 0, dimension: 'ROWS', length: 1 } }
  expect(await catchError(sheet.cat.batch(append))).toMatchObject({ message: expect.stringContaining(refusal) })
  expect(await catchError(sheet.cat.write('A9', 'cat'))).toMatchObject({ message: refusal })
  await sheet.cat.write('B5', 'open')
})

test('a range that only warns refuses nothing', async () => {
  await using sheet = await protectedSheet()
  const protectedRange = { protectedRangeId: 5, warningOnly: true }
  await sheet.amy.batch({ updateProtectedRange: { protectedRange, fields: 'warningOnly' } })
  await sheet.cat.write('A1', 'warned')
})

test('its editors see who they are, and it moves with the rows', async () => {
  await using sheet = await protectedSheet()
  const range = { sheetId: 0, dimension: 'ROWS', startIndex: 0, endIndex: 1 }
  await sheet.amy.batch({ insertDimension: { range } })
  const moved = { ...firstTwoRows, startRowIndex: 1, endRowIndex: 3 }
  expect(await sheet.cat.ranges()).toEqual([{ protectedRangeId: 5, range: moved }])
  expect(await sheet.ben.ranges()).toEqual([
    { protectedRangeId: 5, range: moved, requestingUserCanEdit: true, editors: { users: ['ben'] } },
  ])
})

test.each([
  [{ namedRangeId: 'n' }, 'This provider does not protect named ranges.'],
  [{ editors: { groups: ['g'] } }, 'This provider knows no groups and no domains: name the users who may edit.'],
  [{ protectedRangeId: 5 }, 'A protected range with id: 5 already exists.'],
])('refuses %j', async (sent, message) => {
  await using sheet = await protectedSheet()
  const protectedRange = { range: firstTwoRows, ...sent }
  expect(await catchError(sheet.amy.batch({ addProtectedRange: { protectedRange } }))).toMatchObject({
    message: `Invalid requests[0].addProtectedRange: ${message}`,
  })
})
