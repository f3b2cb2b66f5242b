const ROWS = [
  ['Order', 'Customer', 'Amount'],
  [1, 'Ada', 12.5],
  [2, 'Grace', 7],
  [3, 'Edsger', 100],
]

/** Creates a spreadsheet with a tab of orders through the Sheets API, and returns its ID. */
export async function createSpreadsheet(sheetsUrl: string): Promise<string> {
  const sheets = [{ properties: { title: 'Orders' } }]
  const { spreadsheetId } = (await send(`${sheetsUrl}/v4/spreadsheets`, 'POST', {
    properties: { title: 'Tour' },
    sheets,
  })) as { spreadsheetId: string }
  const range = `${sheetsUrl}/v4/spreadsheets/${spreadsheetId}/values/Orders!A1?valueInputOption=RAW`
  await send(range, 'PUT', { values: ROWS })
  return spreadsheetId
}

async function send(url: string, method: string, body: unknown): Promise<unknown> {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(url, { method, headers, body: JSON.stringify(body) })
  if (!response.ok) throw new Error(`${method} ${url} returned ${response.status}`)
  return response.json()
}
