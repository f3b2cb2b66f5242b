import { Readable } from 'node:stream'
import { stringify } from 'csv-stringify/sync'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type CsvRow, readCsv } from './read-csv.ts'

const limits = { known: ['id', 'name'], required: ['name'], maxRows: 5 }

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
  { what: 'UTF-16', content: Buffer.from('\uFEFFid,name\n', 'utf16le'), message: 'not text in UTF-8' },
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

test('any fields survive a round trip', async () => {
  const field = fc.string({ unit: fc.constantFrom('"', ',', '\n', '\r', "'", ';', 'a', 'é', '🎈', ' ', '\t') })
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(field, field), { maxLength: 5 }), async (written) => {
      const rows = await read(stringify([['id', 'name'], ...written]))
      const records = rows.map((row) => ('record' in row ? [row.record['id'], row.record['name']] : row))
      expect(records).toEqual(written.filter(([id, name]) => id !== '' || name !== ''))
    }),
  )
})
