import { sheets, type sheets_v4 } from '@googleapis/sheets'

export const COLUMNS = 10
const ROWS_PER_REQUEST = 10_000
const CHANGED_EVERY = 100
const LAST_COLUMN = 'J'

/** Builds a realistic row: text with leading zeros, integers and fractions, dates as numbers, booleans and empty cells. */
function rowAt(row: number): (string | number | boolean)[] {
  const code = String(row).padStart(8, '0')
  return [
    code,
    `Name ${row % 977}`,
    row * 7,
    row / 3,
    45_000 + (row % 900),
    row % 2 === 0,
    '',
    `Street ${row % 311}`,
    row % 13,
    'active',
  ]
}

export function sourceSheets(sheetsUrl: string) {
  const api = sheets({ version: 'v4', rootUrl: `${sheetsUrl}/` })

  let changes = 0

  async function create(rowCount: number): Promise<string> {
    const properties = { gridProperties: { rowCount, columnCount: COLUMNS } }
    const created = await api.spreadsheets.create({ requestBody: { sheets: [{ properties }] } })
    return created.data.spreadsheetId ?? ''
  }

  return {
    /** Creates an empty spreadsheet, as a target for a first copy. */
    createEmpty: () => create(1000),

    async createFilled(rows: number): Promise<string> {
      const spreadsheetId = await create(rows)
      for (let first = 1; first <= rows; first += ROWS_PER_REQUEST) {
        const count = Math.min(ROWS_PER_REQUEST, rows - first + 1)
        const values = Array.from({ length: count }, (_, index) =>
          first + index === 1 ? header() : rowAt(first + index),
        )
        const range = `Sheet1!A${first}:${LAST_COLUMN}${first + count - 1}`
        await api.spreadsheets.values.update({ spreadsheetId, range, valueInputOption: 'RAW', requestBody: { values } })
      }
      return spreadsheetId
    },

    /** Changes the third cell of a row. */
    async changeCell(spreadsheetId: string, row: number): Promise<void> {
      const requestBody = { values: [[`changed ${++changes}`]] }
      const range = `Sheet1!C${row}`
      await api.spreadsheets.values.update({ spreadsheetId, range, valueInputOption: 'RAW', requestBody })
    },

    /** Changes 1 % of the cells, spread over rows and columns. */
    async changeOneInHundred(spreadsheetId: string, rows: number): Promise<void> {
      const data: sheets_v4.Schema$ValueRange[] = []
      for (let cell = COLUMNS; cell < rows * COLUMNS; cell += CHANGED_EVERY + 1) {
        const column = String.fromCharCode('A'.charCodeAt(0) + (cell % COLUMNS))
        data.push({ range: `Sheet1!${column}${Math.floor(cell / COLUMNS) + 1}`, values: [[`changed ${cell}`]] })
      }
      for (let from = 0; from < data.length; from += ROWS_PER_REQUEST) {
        const requestBody = { valueInputOption: 'RAW', data: data.slice(from, from + ROWS_PER_REQUEST) }
        await api.spreadsheets.values.batchUpdate({ spreadsheetId, requestBody })
      }
    },
  }
}

function header(): string[] {
  return Array.from({ length: COLUMNS }, (_, index) => `Field ${index + 1}`)
}
