import { Readable } from 'node:stream'
import { stringify } from 'csv-stringify/sync'
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { createPace, SLICE_ROWS } from '#engine/pace/pace.ts'
import { type CsvRow, readCsv } from './read-csv.ts'

const limits = { known: ['id', 'name'], required: ['name'], maxRows: 5, pace: createPace() }

async function read(content: string | Uint8Array): Promise<CsvRow[]> {
  const bytes = Buffer.from(content)
  return readAll(Readable.from([bytes.subarray(0, 5), bytes.subarray(5)]))
}

async function readAll(file: Readable): Promise<CsvRow[]> {
  const rows: CsvRow[] = []
  for await (const row of readCsv(file, limits)) rows.push(row)
  return rows
}

test.each([
  { what: 'a byte order mark', content: '\uFEFFid,name\n1,Ä\n', rows: [{ row: 2, record: { id: '1', name: 'Ä' } }] },
  { what: 'line ends of Windows', content: 'id,name\r\n1,a\r\n', rows: [{ row: 2, record: { id: '1', name: 'a' } }] },
  { what: 'no line end at all', content: 'name', rows: [] },
  {
    what: 'commas, quotes and line breaks in quotes',
    content: 'id,name\n1,"a, ""b""\nc"\n',
    rows: [{ row: 2, record: { id: '1', name: 'a, "b"\nc' } }],
  },
  {
    what: 'empty lines, which count but say nothing',
    content: 'id,name\n\n,\n3,a\n',
    rows: [{ row: 4, record: { id: '3', name: 'a' } }],
  },
  ...[';', '\t', '|'].map((separator) => ({
    what: `fields separated by ${JSON.stringify(separator)}`,
    content: `id${separator}name\r\n1${separator}a, b\r\n`,
    rows: [{ row: 2, record: { id: '1', name: 'a, b' } }],
  })),
  {
    what: 'a line that names the separator, which counts as no row',
    content: '\uFEFFsep=#\r\nid#name\r\n1#a;b\r\n2\r\n',
    rows: [
      { row: 2, record: { id: '1', name: 'a;b' } },
      { row: 3, message: 'The row has 1 field, the header has 2' },
    ],
  },
  {
    what: 'such a line that another program has quoted and filled up',
    content: '"sep=;";;\nid;name;\n1;a;\n',
    rows: [{ row: 2, record: { id: '1', name: 'a' } }],
  },
  {
    what: 'names of columns in any case, with blanks and invisible characters',
    content: ' ID ,\u200bName\u00a0\n1,a\n',
    rows: [{ row: 2, record: { id: '1', name: 'a' } }],
  },
  {
    what: 'columns without a name and without text',
    content: 'id,,name,,\n1, ,a,,\n3,x,c,,\n4,,d,,,\n5,,e,,y\n6\n',
    rows: [
      { row: 2, record: { id: '1', name: 'a' } },
      { row: 3, message: 'The row has text in column B, which has no name' },
      { row: 4, record: { id: '4', name: 'd' } },
      { row: 5, message: 'The row has text in column E, which has no name' },
      { row: 6, message: 'The row has 1 field, the header has 3' },
    ],
  },
  {
    what: 'UTF-16, as Excel writes "Unicode Text"',
    content: Buffer.from('\uFEFFid\tname\r\n1\tÄ\r\n', 'utf16le'),
    rows: [{ row: 2, record: { id: '1', name: 'Ä' } }],
  },
  {
    what: 'UTF-16 in the other order of bytes',
    content: Buffer.from('\uFEFFid,name\n1,Ä\n', 'utf16le').swap16(),
    rows: [{ row: 2, record: { id: '1', name: 'Ä' } }],
  },
  {
    what: 'empty lines above the header, which count too',
    content: '\n;;\nid;name\n1;a\n',
    rows: [{ row: 4, record: { id: '1', name: 'a' } }],
  },
  {
    what: 'rows of another length',
    content: 'id,name\n1\n2,b,c\n3,d\n',
    rows: [
      { row: 2, message: 'The row has 1 field, the header has 2' },
      { row: 3, message: 'The row has 3 fields, the header has 2' },
      { row: 4, record: { id: '3', name: 'd' } },
    ],
  },
])('reads a file with $what', async ({ content, rows }) => {
  expect(await read(content)).toEqual(rows)
})

test.each([
  { what: 'nothing in it', content: '', message: 'The file is empty.' },
  { what: 'another encoding', content: Buffer.from('id,name\n1,Ä\n', 'latin1'), message: 'not text in UTF-8' },
  { what: 'half a character of UTF-16', content: Buffer.from('fffe61006d', 'hex'), message: 'not text in UTF-8' },
  { what: 'a workbook in it', content: 'PK\x03\x04\x14', message: 'a workbook, such as an Excel file (.xlsx)' },
  { what: 'an older workbook in it', content: Buffer.from('d0cf11e0a1b11ae1', 'hex'), message: 'a workbook' },
  { what: 'a column twice in other case', content: 'Name;name ;ID\n', message: 'Repeated column "name"' },
  { what: 'unknown columns between semicolons', content: 'color;size\n', message: 'Unknown columns "color", "size"' },
  { what: 'an unknown column', content: 'name,color\n', message: '"color"' },
  { what: 'a column missing', content: 'id\n', message: 'Missing column "name"' },
  {
    what: 'a quote that is not closed',
    content: 'id,name\n1,"a\n',
    message: 'row 2 has a quotation mark that is never closed',
  },
  {
    what: 'a quote in the middle of a field',
    content: 'id,name\n1,"a\nb"\n2,a"b\n',
    message: 'The file is not a CSV file: row 3 has a quotation mark in the middle of a field.',
  },
  {
    what: 'text after a quoted field',
    content: 'id,name\n1,"a"b\n',
    message: 'row 2 has text after a closing quotation mark',
  },
  {
    what: 'a row of more than 1 MB',
    content: `id,name\n1,a\n2,${'a'.repeat(1024 * 1024 + 1)}\n`,
    message: 'row 3 is longer than 1 MB',
  },
  { what: 'more empty lines than rows are allowed', content: `name\n${'\r'.repeat(6)}`, message: 'more than 5 rows' },
  {
    what: 'a row of more than 1,000 separators',
    content: `name\n"a,${','.repeat(1001)}"\n${','.repeat(1001)}`,
    message: 'row 3 has more than 1,000 separators',
  },
  {
    what: 'a header of more than 1,000 separators',
    content: ','.repeat(1001),
    message: 'row 1 has more than 1,000 separators',
  },
  { what: 'too many rows', content: `name\n${'a\n'.repeat(6)}`, message: 'more than 5 rows' },
  { what: 'a page of HTML', content: '<!doctype html>\n<p>Hello</p>\n', message: 'Missing column "name"' },
])('rejects a file with $what', async ({ content, message }) => {
  await expect(read(content)).rejects.toMatchObject({ code: 'invalid', message: expect.stringContaining(message) })
})

test('a file that breaks off while it is read fails with its own error', async () => {
  async function* brokenOff() {
    yield Buffer.from('id,name\n1,a\n')
    throw new Error('broken off')
  }
  await expect(readAll(Readable.from(brokenOff()))).rejects.toThrow('broken off')
})

test.each(['a\n', '\n'])('a file of many rows of %j lets others have their turn after each slice', async (text) => {
  const slices = [0]
  const beginSlice = () => {
    slices.push(0)
    ticking = setImmediate(beginSlice)
  }
  let ticking = setImmediate(beginSlice)
  onTestFinished(() => clearImmediate(ticking))
  const pace = createPace()
  async function count(rows: number): Promise<void> {
    await pace(rows)
    slices.push((slices.pop() ?? 0) + rows)
  }
  const file = Readable.from([Buffer.from('name\n'), Buffer.from(text.repeat(60_000))])
  for await (const _row of readCsv(file, { ...limits, maxRows: 60_000, pace: count }));
  expect(slices.reduce((sum, rows) => sum + rows)).toBe(60_001)
  expect(Math.max(...slices)).toBeLessThanOrEqual(SLICE_ROWS)
})

test('any fields survive a round trip, whatever separates them', async () => {
  const field = fc.string({ unit: fc.constantFrom('"', ',', '\n', '\r', "'", ';', 'a', 'é', '🎈', ' ', '\t') })
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(',', ';', '\t'),
      fc.array(fc.tuple(field, field), { maxLength: 5 }),
      async (delimiter, written) => {
        const rows = await read(stringify([['id', 'name'], ...written], { delimiter }))
        const records = rows.map((row) => ('record' in row ? [row.record['id'], row.record['name']] : row))
        expect(records).toEqual(written.filter(([id, name]) => id !== '' || name !== ''))
      },
    ),
  )
})
