import { expect, test } from 'vitest'
import { buildJob, startTestProvider, sync } from '#tests/support/test-provider.ts'

test('every call to Sheets asks for a response without indentation', async () => {
  await using provider = await startTestProvider()
  const sourceId = await provider.spreadsheet({
    rows: [
      ['a', 'b'],
      [1, 'x'],
    ],
  })
  await provider.write(sourceId, 'Sheet1!C2', [['2024-01-31']], 'USER_ENTERED')
  const targetId = await provider.spreadsheet({ rows: [['a'], [2], [3]] })
  provider.emulator.requests.clear()
  await sync(provider.google, buildJob({ sourceId, targetId, targetTab: 'New' }))
  await sync(provider.google, buildJob({ sourceId, targetId }))
  const sent = provider.emulator.requests.entries.filter(({ path }) => path.startsWith('/v4/'))
  expect(new Set(sent.map(({ operation }) => operation))).toEqual(
    new Set(['spreadsheets.get', 'values.batchGet', 'spreadsheets.batchUpdate', 'values.batchUpdate']),
  )
  expect(sent.filter(({ path }) => !path.includes('prettyPrint=false'))).toEqual([])
})
