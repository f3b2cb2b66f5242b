import { routes } from '@nano-sync/sheets-emulator'
import fc from 'fast-check'
import type { FuzzedRoute } from './app-requests.ts'
import { hostileJson, hostileText, mutated } from './hostile-values.ts'
import type { FuzzedRequest } from './request-text.ts'
import type { Things } from './things.ts'

type ProviderRoute = (typeof routes)[number]

/** Replaced by the ID of an existing spreadsheet. */
const SPREADSHEET = '$spreadsheet'
const RANGE = { sheetId: 0, startRowIndex: 0, endRowIndex: 2, startColumnIndex: 0, endColumnIndex: 2 }
const CELL = {
  userEnteredValue: { stringValue: 'a' },
  userEnteredFormat: { numberFormat: { type: 'NUMBER', pattern: '#,##0.00' } },
}
const ROWS = [{ values: [CELL, { userEnteredValue: { formulaValue: '=1+1' } }] }]
const SPAN = { sheetId: 0, dimension: 'ROWS', startIndex: 1, endIndex: 2 }
const VALUES = {
  range: 'Plan!A1:B2',
  majorDimension: 'ROWS',
  values: [
    ['a', 1],
    [true, '=SUM(1,2)'],
  ],
}

/** The range is in the path. */
const { range: _, ...UNPLACED } = VALUES

/** A body each method accepts. Other methods take none. */
const bodies: Readonly<Record<string, readonly unknown[]>> = {
  'spreadsheets.create': [
    {
      properties: { title: 'New', locale: 'en_US' },
      sheets: [{ properties: { title: 'Plan' }, data: [{ rowData: ROWS }] }],
    },
  ],
  'spreadsheets.getByDataFilter': [
    { dataFilters: [{ a1Range: 'Plan!A1:B2' }, { gridRange: RANGE }], includeGridData: true },
  ],
  'spreadsheets.batchUpdate': [
    { addSheet: { properties: { title: 'More', gridProperties: { rowCount: 10, columnCount: 5 } } } },
    { appendCells: { sheetId: 0, rows: ROWS, fields: '*' } },
    { appendDimension: { sheetId: 0, dimension: 'ROWS', length: 2 } },
    {
      copyPaste: {
        source: RANGE,
        destination: { ...RANGE, startRowIndex: 5, endRowIndex: 7 },
        pasteType: 'PASTE_NORMAL',
      },
    },
    { deleteDimension: { range: SPAN } },
    { insertDimension: { range: SPAN, inheritFromBefore: true } },
    { moveDimension: { source: SPAN, destinationIndex: 5 } },
    { duplicateSheet: { sourceSheetId: 0, newSheetName: 'Twice' } },
    { mergeCells: { range: RANGE, mergeType: 'MERGE_ALL' } },
    { unmergeCells: { range: RANGE } },
    { repeatCell: { range: RANGE, cell: CELL, fields: 'userEnteredValue,userEnteredFormat.numberFormat' } },
    { updateCells: { rows: ROWS, fields: '*', start: { sheetId: 0, rowIndex: 0, columnIndex: 0 } } },
    { updateSheetProperties: { properties: { sheetId: 0, index: 0, hidden: false }, fields: 'index,hidden' } },
    { updateSpreadsheetProperties: { properties: { title: 'Renamed' }, fields: 'title' } },
    { deleteSheet: { sheetId: 12 } },
  ].map((request) => ({ requests: [request], includeSpreadsheetInResponse: true })),
  'sheets.copyTo': [{ destinationSpreadsheetId: SPREADSHEET }],
  'values.update': [UNPLACED],
  'values.batchUpdate': [{ valueInputOption: 'USER_ENTERED', data: [VALUES], includeValuesInResponse: true }],
  'values.append': [UNPLACED],
  'values.clear': [{}],
  'values.batchClear': [{ ranges: ['Plan!A1:B2'] }],
  'files.create': [{ name: 'File', mimeType: 'application/vnd.google-apps.spreadsheet' }],
  'files.update': [{ name: 'Renamed' }],
  'files.copy': [{ name: 'Copied' }],
  'permissions.create': [
    { role: 'reader', type: 'user', emailAddress: 'ada@example.com' },
    { role: 'writer', type: 'anyone' },
  ],
  'permissions.update': [{ role: 'writer' }],
}

const parameters = new Map<string, fc.Arbitrary<string>>(
  Object.entries({
    range: fc.constantFrom('Plan!A1:B2', 'Plan!A1', 'A1:C', 'Plan', "'Plan'!2:3"),
    ranges: fc.constantFrom('Plan!A1:B2', 'Plan!A:A'),
    sheetId: fc.constant('0'),
    valueInputOption: fc.constantFrom('RAW', 'USER_ENTERED'),
    valueRenderOption: fc.constantFrom('FORMATTED_VALUE', 'UNFORMATTED_VALUE', 'FORMULA'),
    dateTimeRenderOption: fc.constantFrom('SERIAL_NUMBER', 'FORMATTED_STRING'),
    majorDimension: fc.constantFrom('ROWS', 'COLUMNS'),
    includeGridData: fc.constantFrom('true', 'false'),
    fields: fc.constantFrom('*', 'sheets.properties', 'sheets(data(rowData(values(formattedValue))))'),
    q: fc.constantFrom("name contains 'a'", "mimeType = 'x' and trashed = false", "not ('a' in owners)"),
    orderBy: fc.constantFrom('name', 'modifiedTime desc,name'),
    pageSize: fc.constantFrom('1', '100'),
  }),
)

/** Every method of the embedded provider. */
export function providerRoutes(things: Things): FuzzedRoute[] {
  return routes.map((route) => {
    const path = pathArbitrary(route, things)
    const [first, ...others] = bodies[route.operation] ?? [undefined]
    const example = others.length > 0 ? fc.constantFrom(first, ...others) : fc.constant(first)
    const body = fc.tuple(example, fc.nat()).map(([value, index]) => filledIn(value, spreadsheetId(things, index)))
    return {
      name: `provider ${route.operation}`,
      canSucceed: true,
      valid: fc
        .tuple(path, body)
        .map(([target, value]) => buildRequest(route, { target: withRequired(route, target), value })),
      hostile: fc
        .tuple(hostilePathArbitrary(path), search(route), body.chain(hostileBody))
        .map(([target, query, text]) => buildRequest(route, { target: `${target}?${query}`, text })),
    }
  })
}

/** The route's pattern with a value for each named group. */
function pathArbitrary({ path }: ProviderRoute, things: Things): fc.Arbitrary<string> {
  const template = path.source.replaceAll(/^\^|\$$|\\(?=[/.])/g, '')
  const names = [...template.matchAll(/\(\?<(\w+)>/g)].map(([, name = '']) => name)
  const values = names.map(
    (name) =>
      parameters.get(name) ??
      fc.nat().map((index) => (name === 'permissionId' ? things.permissionId : spreadsheetId(things, index))),
  )
  return fc.tuple(...values).map((chosen) => {
    const queue = [...chosen]
    return template.replaceAll(/\(\?<\w+>[^)]*\)/g, () => encodeURIComponent(queue.shift() ?? ''))
  })
}

function spreadsheetId({ spreadsheetIds }: Things, index: number): string {
  return spreadsheetIds[index % Math.max(1, spreadsheetIds.length)] ?? 'missing'
}

function hostilePathArbitrary(path: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const replaced = fc.tuple(path, hostileText, fc.nat({ max: 6 })).map(([given, text, position]) => {
    const segments = given.split('/')
    return segments.with(position % segments.length, encodeURIComponent(text.toWellFormed()).slice(0, 14_000)).join('/')
  })
  return fc.oneof({ weight: 4, arbitrary: path }, { weight: 1, arbitrary: replaced })
}

function search({ query }: ProviderRoute): fc.Arbitrary<string> {
  const name = fc.oneof(fc.constantFrom('fields', 'alt', '$fields', ...query), hostileText)
  const pair = name.chain((given) =>
    fc
      .oneof({ weight: 2, arbitrary: parameters.get(given) ?? hostileText }, { weight: 1, arbitrary: hostileText })
      .map((value) => `${encodeURIComponent(given.toWellFormed())}=${encodeURIComponent(value.toWellFormed())}`),
  )
  return fc.array(pair, { maxLength: 4 }).map((pairs) => pairs.join('&').slice(0, 14_000))
}

function filledIn(value: unknown, spreadsheet: string): unknown {
  return value === undefined ? undefined : JSON.parse(JSON.stringify(value).replaceAll(SPREADSHEET, spreadsheet))
}

/** Methods that need a parameter have it in their valid requests. */
function withRequired({ operation, query }: ProviderRoute, path: string): string {
  if (operation === 'about.get') return `${path}?fields=*`
  return query.includes('valueInputOption') ? `${path}?valueInputOption=RAW` : path
}

function hostileBody(value: unknown): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 5, arbitrary: mutated(value ?? {}).map((changed) => JSON.stringify(changed) ?? '') },
    { weight: 1, arbitrary: hostileJson },
  )
}

function buildRequest(
  { method }: ProviderRoute,
  { target, value, text }: { target: string; value?: unknown; text?: string },
): FuzzedRequest {
  const sent = text ?? (value === undefined ? undefined : JSON.stringify(value))
  const hasBody = method !== 'GET' && method !== 'DELETE' && sent !== undefined
  return {
    method,
    path: target,
    headers: hasBody ? [['content-type', 'application/json']] : [],
    body: hasBody ? Buffer.from(sent) : undefined,
  }
}
