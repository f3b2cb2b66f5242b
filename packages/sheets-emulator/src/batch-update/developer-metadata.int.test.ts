import { expect, test } from 'vitest'
import { batchUpdate } from '../../tests/spreadsheet-calls.ts'
import { catchError, startTestEmulator, type TestEmulator } from '../../tests/test-emulator.ts'

const location = { sheetId: 0 }
const create = (metadataKey: string, metadataValue: string) => ({
  createDeveloperMetadata: { developerMetadata: { metadataKey, metadataValue, location, visibility: 'DOCUMENT' } },
})
const remove = (metadataKey: string) => ({
  deleteDeveloperMetadata: { dataFilter: { developerMetadataLookup: { metadataKey, metadataLocation: location } } },
})

async function metadataIn({ spreadsheets, spreadsheetId }: TestEmulator) {
  const { data } = await spreadsheets.get({ spreadsheetId, fields: 'sheets.developerMetadata' })
  return data.sheets?.map(({ developerMetadata = [] }) =>
    developerMetadata.map(({ metadataKey, metadataValue }) => [metadataKey, metadataValue]),
  )
}

test('a key at a tab is stored, replaced and copied with the tab', async () => {
  await using provider = await startTestEmulator()
  await batchUpdate(provider, [remove('version'), create('version', '1'), create('other', 'x')])
  await batchUpdate(provider, [remove('version'), create('version', '2'), { duplicateSheet: { sourceSheetId: 0 } }])
  const both = [
    ['other', 'x'],
    ['version', '2'],
  ]
  expect(await metadataIn(provider)).toEqual([both, both])
})

test('rows, columns and whole spreadsheets are refused', async () => {
  await using provider = await startTestEmulator()
  for (const elsewhere of [{ spreadsheet: true }, { dimensionRange: { dimension: 'ROWS' } }]) {
    const sent = { metadataKey: 'x', location: elsewhere, visibility: 'DOCUMENT' }
    const { message } = await catchError(
      batchUpdate(provider, [{ createDeveloperMetadata: { developerMetadata: sent } }]),
    )
    expect(message).toContain('developer metadata of anything but a sheet')
  }
})
