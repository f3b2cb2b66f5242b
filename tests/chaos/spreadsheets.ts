import type { Cell } from '#domain/copy/cell.ts'
import { exchange } from './exchange.ts'

interface TabContent {
  spreadsheetId: string
  tab: string
  /** From the second row down. */
  rows: Cell[][]
  /** Rows up to here are emptied. */
  clearTo: number
}

export type Spreadsheets = ReturnType<typeof spreadsheetsAt>

const HEADER: Cell[] = ['id', 'number', 'flag', 'text']

/** Reads and changes spreadsheets at the provider, past all faults. */
export function spreadsheetsAt(providerUrl: string) {
  async function send(method: string, path: string, body?: object): Promise<unknown> {
    const url = `${providerUrl}/v4/spreadsheets${path}`
    const { status, text } = await exchange({ method, url, body: body && JSON.stringify(body) })
    if (status !== 200) throw new Error(`${method} ${path}: ${status} ${text}`)
    return JSON.parse(text)
  }

  return {
    /** Creates a spreadsheet with one empty tab, and returns its id. */
    async create(title: string, tab: string): Promise<string> {
      const body = { properties: { title }, sheets: [{ properties: { title: tab } }] }
      return ((await send('POST', '', body)) as { spreadsheetId: string }).spreadsheetId
    },

    async addTab(spreadsheetId: string, title: string): Promise<void> {
      await send('POST', `/${spreadsheetId}:batchUpdate`, { requests: [{ addSheet: { properties: { title } } }] })
    },

    /** Writes in a single request, so a copy reads all of it or nothing. */
    async writeTab({ spreadsheetId, tab, rows, clearTo }: TabContent): Promise<void> {
      const empty = HEADER.map(() => '')
      const values = Array.from({ length: clearTo + 1 }, (_, index) =>
        index === 0 ? HEADER : (rows[index - 1] ?? empty),
      )
      const range = encodeURIComponent(`'${tab}'!A1`)
      await send('PUT', `/${spreadsheetId}/values/${range}?valueInputOption=RAW`, { values })
    },

    /** The content of a tab from the second row down, as comparable text. */
    async readText(spreadsheetId: string, tab: string): Promise<string> {
      const range = encodeURIComponent(`'${tab}'!A2:Z1000`)
      const path = `/${spreadsheetId}/values/${range}?valueRenderOption=UNFORMATTED_VALUE`
      return textOfRows(((await send('GET', path)) as { values?: Cell[][] }).values ?? [])
    },
  }
}

export function textOfRows(rows: Cell[][]): string {
  const lines = rows.map((row) => JSON.stringify(row).replace(/(,"")*]$/, ']'))
  while (lines.length > 0 && /^\[(""|null)?]$/.test(lines.at(-1) ?? '')) lines.pop()
  return lines.join('\n')
}
