import { field } from './calls.ts'
import { driveFile } from './drive-file.ts'
import type { Question } from './question.ts'

const VERSION_CHECKS = 20
const VERSION_PAUSE_MS = 10_000
const CONCURRENT_READS = 8

export const questionsAboutFiles: readonly Question[] = [
  {
    id: 'hidden-first-tab',
    question: 'Which tab does a range without a tab mean when the first one is hidden?',
    assumed: 'the first visible one',
    ask: async (calls) => {
      const tab = await calls.newTab({ index: 0 })
      await calls.write({ range: tab.at('A1'), values: [['the hidden tab']] })
      const properties = { sheetId: tab.sheetId, hidden: true }
      const hidden = await calls.batchUpdate({ updateSheetProperties: { properties, fields: 'hidden' } })
      return { hidden, value: await calls.read('A1') }
    },
  },
  {
    id: 'tab-types',
    question: 'How does a tab with a chart read, and can one be added empty?',
    assumed: 'sheetType OBJECT without gridProperties; "Unable to parse range" for its cells',
    ask: async (calls) => {
      const { sheetId } = await calls.newTab()
      const source = { sources: [{ sheetId, endRowIndex: 2, endColumnIndex: 1 }] }
      const basicChart = { chartType: 'COLUMN', series: [{ series: { sourceRange: source } }] }
      const chart = { spec: { basicChart }, position: { newSheet: true } }
      const added = await calls.batchUpdate({ addChart: { chart } })
      const empty = await calls.batchUpdate({ addSheet: { properties: { title: 'Object', sheetType: 'OBJECT' } } })
      const tabs = await calls.send({ method: 'GET', url: `${calls.root}?fields=sheets.properties` })
      return { added, empty, tabs, cells: await calls.read("'Object'!A1") }
    },
  },
  {
    id: 'office-file',
    question: 'What does the Sheets API answer for an Excel file?',
    assumed:
      '400 FAILED_PRECONDITION: This operation is not supported for this document. The document must not be an Office file.',
    ask: async (calls) => {
      const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
      const url = `${calls.driveUrl}/drive/v3/files`
      const created = await calls.send({ method: 'POST', url, body: { name: 'Nano Sync asks.xlsx', mimeType } })
      const id = field(created.body, 'id')
      if (typeof id !== 'string') return { created }
      const root = calls.root.replace(calls.spreadsheetId, id)
      const read = await calls.send({ method: 'GET', url: `${root}?fields=properties.title` })
      const deleted = await calls.send({ method: 'DELETE', url: `${url}/${id}` })
      return { created, read, deleted: deleted.status }
    },
  },
  {
    id: 'drive-version',
    question: 'How long after a write does the version of the file change?',
    assumed: 'up to three minutes; Drive may not be allowed at all',
    ask: async (calls) => {
      const { at } = await calls.newTab()
      const before = await driveFile(calls)
      if (before.status !== 200) return { before }
      await calls.write({ range: at('A1'), values: [[1]] })
      for (let check = 0; check < VERSION_CHECKS; check += 1) {
        const after = await driveFile(calls)
        const hasChanged = field(after.body, 'version') !== field(before.body, 'version')
        if (hasChanged) return { before, after, afterSeconds: (check * VERSION_PAUSE_MS) / 1_000 }
        await calls.pause(VERSION_PAUSE_MS)
      }
      return { before, after: 'no change' }
    },
  },
  {
    id: 'concurrency',
    question: 'What do several requests for one spreadsheet at the same time get?',
    assumed: 'a 503 is possible, so at most two are sent at once',
    ask: async (calls) => {
      const { at } = await calls.newTab()
      const started = performance.now()
      const replies = await Promise.all(
        Array.from({ length: CONCURRENT_READS }, async () => {
          const { status } = await calls.send({
            method: 'GET',
            url: `${calls.root}/values/${encodeURIComponent(at('A1:Z1000'))}`,
          })
          return { status, afterMs: Math.round(performance.now() - started) }
        }),
      )
      return { replies }
    },
  },
  {
    id: 'refusals',
    question: 'What are the exact words of everyday refusals?',
    assumed: 'those of the embedded provider',
    ask: async (calls) => {
      const { at } = await calls.newTab()
      const get = (path: string) => calls.send({ method: 'GET', url: `${calls.root}${path}` })
      return {
        outsideTheGrid: await get(`/values/${encodeURIComponent(at('A5000:B5001'))}`),
        unknownTab: await get(`/values/${encodeURIComponent("'No such tab'!A1")}`),
        unknownFile: await calls.send({ method: 'GET', url: calls.root.replace(calls.spreadsheetId, '1'.repeat(44)) }),
        tooLong: await calls.write({ range: at('A1'), values: [['x'.repeat(50_001)]] }),
        tooManyColumns: await calls.batchUpdate({
          addSheet: { properties: { gridProperties: { columnCount: 18_279, rowCount: 1 } } },
        }),
      }
    },
  },
]

const MAX_QUOTA_REQUESTS = 400
const QUOTA_PAUSE_MS = 2_000
const QUOTA_CHECKS = 60

/** Uses up the quota of a minute, so it is asked only on request. */
export const questionAboutQuota: Question = {
  id: 'quota-minute',
  question: 'When does a used-up quota open again: with the minute of the clock, or a minute after the first request?',
  assumed: 'either: Nano Sync keeps to 90 % in any 60 seconds and waits 60 seconds after a 429',
  ask: async (calls) => {
    const read = () => calls.send({ method: 'GET', url: `${calls.root}?fields=spreadsheetId` })
    const firstAt = new Date().toISOString()
    for (let sent = 1; sent <= MAX_QUOTA_REQUESTS; sent += 1) {
      const rejection = await read()
      if (rejection.status !== 429) continue
      const rejectedAt = new Date().toISOString()
      for (let check = 0; check < QUOTA_CHECKS; check += 1) {
        await calls.pause(QUOTA_PAUSE_MS)
        const openedAt = new Date().toISOString()
        if ((await read()).status === 200) return { firstAt, sent, rejectedAt, rejection, openedAt }
      }
      return { firstAt, sent, rejectedAt, rejection, openedAt: null }
    }
    return { firstAt, sent: MAX_QUOTA_REQUESTS, rejection: null }
  },
}
