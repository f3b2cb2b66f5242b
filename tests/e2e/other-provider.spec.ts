import { sheets } from '@googleapis/sheets'
import { startEmulator } from '@nano-sync/sheets-emulator'
import { expect, test } from '@playwright/test'
import { api } from '#contract/api.ts'
import { ApiClient } from '#tests/support/api-client.ts'
import { readValues } from './support/cell-values.ts'
import { createTask, createType } from './support/create-task.ts'
import { signIn } from './support/journey.ts'
import { startApp } from './support/running-app.ts'

test('the app copies tabs of another server with the Sheets API', async ({ page }) => {
  await using provider = await startEmulator({ host: '127.0.0.1', port: 0 })
  const spreadsheets = sheets({ version: 'v4', rootUrl: `${provider.url}/` }).spreadsheets
  const create = async () => (await spreadsheets.create({ requestBody: {} })).data.spreadsheetId ?? ''
  const [sourceId, targetId] = [await create(), await create()]
  const values = [
    ['Code', 'Amount', 'Sure'],
    ['007', 12.5, true],
    ['=1+1', 45_000, false],
  ]
  const written = { range: 'A1', valueInputOption: 'RAW', requestBody: { values } }
  await spreadsheets.values.update({ spreadsheetId: sourceId, ...written })

  const spreadsheetUrl = `${provider.url}/spreadsheets/d/{id}/edit`
  await using app = await startApp({ SHEETS_API_URL: provider.url, SPREADSHEET_URL: spreadsheetUrl })
  const client = new ApiClient(app.url)
  await client.signIn('ada@example.com')
  const type = await createType(client, { name: 'Elsewhere' })
  await createTask(client, { type, name: 'Codes', source_ss_id: sourceId, target_ss_id: targetId })

  await page.goto(app.url)
  await signIn(page)
  const card = page.getByRole('article')
  await card.getByRole('button', { name: 'Run Task' }).click()
  await expect(card).toHaveAttribute('data-status', 'Success')
  expect(await readValues(spreadsheetUrl.replace('{id}', targetId), 'Sheet1')).toEqual(values)
  const { syncTasks } = await client.call(api.tasks.list, { query: {} })
  expect(syncTasks).toHaveLength(1)
})
