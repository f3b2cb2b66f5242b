import { api } from '#contract/api.ts'
import type { Cell } from '#domain/copy/cell.ts'
import type { ApiClient } from '#tests/support/api-client.ts'

const LONGER_THAN_A_TEST_MS = 600_000

interface Tab {
  title: string
  rows?: Cell[][]
  /** The provider's default when left out. */
  size?: { rowCount: number; columnCount: number }
}

export type Provider = Awaited<ReturnType<typeof connectProvider>>

/** The embedded spreadsheet provider the app reads from and writes to. */
export async function connectProvider(client: ApiClient) {
  const { spreadsheet_url } = await client.call(api.operations.info, {})
  const { origin } = new URL(spreadsheet_url)

  async function send(method: string, path: string, body?: object): Promise<unknown> {
    const json = body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
    const response = await fetch(origin + path, { method, ...json })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
    return text && JSON.parse(text)
  }

  return {
    formatPageUrl: (spreadsheetId: string) => spreadsheet_url.replace('{id}', spreadsheetId),

    /** Creates a spreadsheet and returns its id. */
    async createSpreadsheet(title: string, tabs: readonly Tab[] = [{ title: 'Sheet1' }]): Promise<string> {
      const sheets = tabs.map(({ title, size }) => ({ properties: { title, ...(size && { gridProperties: size }) } }))
      const created = (await send('POST', '/v4/spreadsheets', { properties: { title }, sheets })) as {
        spreadsheetId: string
      }
      for (const { title: tab, rows = [] } of tabs) {
        if (rows.length === 0) continue
        const range = encodeURIComponent(`'${tab}'!A1`)
        const path = `/v4/spreadsheets/${created.spreadsheetId}/values/${range}?valueInputOption=RAW`
        await send('PUT', path, { values: rows })
      }
      return created.spreadsheetId
    },

    /** Creates a folder with spreadsheets; returns its id. */
    async createFolder(name: string, spreadsheetIds: readonly string[]): Promise<string> {
      const folder = { name, mimeType: 'application/vnd.google-apps.folder' }
      const { id } = (await send('POST', '/drive/v3/files', folder)) as { id: string }
      for (const file of spreadsheetIds)
        await send('PATCH', `/drive/v3/files/${file}?addParents=${id}&removeParents=root`, {})
      return id
    },

    /** Enters values as a person does: a text can be a formula. */
    async enter(spreadsheetId: string, range: string, values: Cell[][]): Promise<void> {
      const path = `/v4/spreadsheets/${spreadsheetId}/values/${encodeURIComponent(range)}`
      await send('PUT', `${path}?valueInputOption=USER_ENTERED`, { values })
    },

    /** The entries of the cells, without trailing empty cells. */
    async entered(spreadsheetId: string, range: string): Promise<Cell[][]> {
      const path = `/v4/spreadsheets/${spreadsheetId}/values/${encodeURIComponent(range)}?valueRenderOption=FORMULA`
      return ((await send('GET', path)) as { values?: Cell[][] }).values ?? []
    },

    /** Sends one `spreadsheets.batchUpdate`. */
    async change(spreadsheetId: string, requests: object[]): Promise<void> {
      await send('POST', `/v4/spreadsheets/${spreadsheetId}:batchUpdate`, { requests })
    },

    /** Delays every reply about the spreadsheet, so a run of it lasts until it is stopped. */
    async delayReplies(spreadsheetId: string): Promise<void> {
      await send('POST', '/_faults', { spreadsheetId, effect: { answer: 'delayed', delayMs: LONGER_THAN_A_TEST_MS } })
    },

    /** Refuses every request about the spreadsheet, in Google's words. */
    async refuseRequests(spreadsheetId: string, answer: string): Promise<void> {
      await send('POST', '/_faults', { spreadsheetId, effect: { answer } })
    },

    /** Refuses every request to Drive, in Google's words. */
    async refuseDrive(answer: string): Promise<void> {
      await send('POST', '/_faults', { path: '/drive/', effect: { answer } })
    },

    /** Undoes `delayReplies` and `refuseRequests` for further requests. */
    async restoreReplies(): Promise<void> {
      await send('DELETE', '/_faults')
    },
  }
}
