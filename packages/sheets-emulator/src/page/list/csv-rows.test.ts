import { expect, test } from 'vitest'
import { csvRows } from './csv-rows.ts'

async function parseRows(...parts: (string | Uint8Array<ArrayBuffer>)[]) {
  const rows: string[][] = []
  for await (const row of csvRows({ file: new Blob(parts), onBytes: () => undefined })) rows.push(row)
  return rows
}

test('keeps commas, quotes and line breaks in quoted fields and drops a byte order mark', async () => {
  const rows = await parseRows('\uFEFFzip,city\r\n00501,"Holts, ""ville"""\r\n,"two\nlines"\r\n')
  expect(rows).toEqual([
    ['zip', 'city'],
    ['00501', 'Holts, "ville"'],
    ['', 'two\nlines'],
  ])
})

test('accepts rows of different lengths', async () => {
  expect(await parseRows('a\nb,c,d\n')).toEqual([['a'], ['b', 'c', 'd']])
})

test('reads a large file completely', async () => {
  const rows = await parseRows('00501,Nāgpur\n'.repeat(50_000))
  expect(rows).toHaveLength(50_000)
  expect(rows[49_999]).toEqual(['00501', 'Nāgpur'])
})

test('rejects an unclosed quote', async () => {
  await expect(parseRows('a,b\n"open,c\n')).rejects.toThrow(/quote/i)
})

test('rejects a file that is not UTF-8', async () => {
  await expect(parseRows(new Uint8Array([0x61, 0xe9, 0x0a]))).rejects.toThrow(/encod/i)
})
