import { expect, test } from 'vitest'
import { readA1Range } from '#domain/copy/a1.ts'
import type { Cell } from '#domain/copy/cell.ts'
import { MAX_PAYLOAD_BYTES } from '#domain/copy/pack-patches.ts'
import { COUNT_LIMITS } from '#tests/support/count-limits.ts'
import { countRequests } from '#tests/support/count-requests.ts'
import { afterSuccess, buildJob, startTestProvider, sync, type TestProvider } from '#tests/support/test-provider.ts'

const COLUMNS = 10
const HEADER = Array.from({ length: COLUMNS }, (_, at) => `Column ${at + 1}`)

/** Builds rows of ten texts with the row number. The length of the texts depends on the place of the row. */
function texts(count: number, lengthAt: (down: number) => number): Cell[][] {
  return Array.from({ length: count }, (_, row) => {
    const length = lengthAt(row / count)
    return Array.from({ length: COLUMNS }, (_, at) =>
      length < 1 && at > 0 ? '' : `${(row + at) % 10}`.padEnd(length, '-'),
    )
  })
}

/** The size of the largest part of the rows in a single response of shown values, as JSON. */
function largestRead({ emulator }: TestProvider, id: string, rows: readonly Cell[][]): number {
  const ranges = emulator.requests.entries
    .filter(({ operation, spreadsheetId }) => operation === 'values.batchGet' && spreadsheetId === id)
    .map(({ path }) => new URL(path, emulator.url).searchParams.getAll('ranges'))
  const sizes = ranges.map((read) =>
    read.reduce((sum, range) => {
      const { firstRow, lastRow } = readA1Range(range.includes('!') ? range : `Sheet1!${range}`) ?? {}
      if (!firstRow || !lastRow) throw new Error(`${range} is no range`)
      return sum + JSON.stringify(rows.slice(firstRow - 1, lastRow)).length
    }, 0),
  )
  return Math.max(...sizes)
}

const { mediumFirstReads, mediumUnchangedReads, largeUnchangedReads } = COUNT_LIMITS

test.each([
  { what: 'texts that grow down the sheet', count: 40_000, lengthAt: (down: number) => 3 + 6 * down },
  { what: 'texts that shrink down the sheet', count: 40_000, lengthAt: (down: number) => 12 - 11 * down },
  { what: 'short texts, then long ones', count: 40_000, lengthAt: (down: number) => (down < 0.5 ? 2 : 10) },
  { what: 'long texts, then short ones', count: 40_000, lengthAt: (down: number) => (down < 0.2 ? 14 : 5) },
  { what: 'rows of one cell, then full ones', count: 40_000, lengthAt: (down: number) => (down < 0.01 ? 0 : 6) },
  { what: 'texts that grow down 100,000 rows', count: 100_000, lengthAt: (down: number) => 2 + 4 * down },
])('$what are read in as few windows as even ones, none of which is too large', async ({ count, lengthAt }) => {
  await using provider = await startTestProvider()
  const rows = [HEADER, ...texts(count, lengthAt)]
  const sourceId = await provider.spreadsheet({ rows })
  const targetId = await provider.spreadsheet({})
  const job = buildJob({ sourceId, targetId })
  const first = await countRequests(provider, () => sync(provider.google, job))
  expect(first.outcome).toMatchObject({ status: 'Success', rows: count })
  const least = Math.ceil(JSON.stringify(rows).length / MAX_PAYLOAD_BYTES)
  // Both layouts, the empty target, and a window more than full windows of 2 MB would take.
  expect(first.reads).toBeLessThanOrEqual(least + 4)
  if (count === 40_000) expect(first.reads).toBeLessThanOrEqual(mediumFirstReads.limit)
  expect(largestRead(provider, sourceId, rows)).toBeLessThanOrEqual(MAX_PAYLOAD_BYTES)
  const unchanged = await countRequests(provider, () => sync(provider.google, afterSuccess(job, first.outcome)))
  expect(unchanged).toMatchObject({ writes: 0, outcome: { status: 'Success', cellsChanged: 0 } })
  expect(unchanged.reads).toBeLessThanOrEqual(count === 40_000 ? mediumUnchangedReads.limit : largeUnchangedReads.limit)
  expect(largestRead(provider, sourceId, rows)).toBeLessThanOrEqual(MAX_PAYLOAD_BYTES)
  expect((await provider.read(targetId)).slice(1)).toEqual((await provider.read(sourceId)).slice(1))
})
