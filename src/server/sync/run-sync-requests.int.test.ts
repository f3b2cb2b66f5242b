import { expect, test } from 'vitest'
import type { Cell } from '#domain/copy/cell.ts'
import { buildJob, startTestProvider, sync, type TestProvider } from '#tests/support/test-provider.ts'

/** Rows below a header. */
function numbers(rows: number, columns: number): Cell[][] {
  return Array.from({ length: rows + 1 }, (_, row) => Array.from({ length: columns }, (_, at) => row * 10 + at))
}

/** The requests of one run, counted at the provider. */
async function counted<Outcome>(provider: TestProvider, run: () => Promise<Outcome>) {
  const { requests } = provider.emulator
  requests.clear()
  const outcome = await run()
  const sheets = requests.entries.filter(({ path }) => path.startsWith('/v4/'))
  const count = (kind: string) => sheets.filter((entry) => entry.kind === kind).length
  return { outcome, reads: count('read'), writes: count('write'), drive: requests.entries.length - sheets.length }
}

test('50 x 4 cells of which one changed', async () => {
  await using provider = await startTestProvider()
  const sourceId = await provider.spreadsheet({ rows: numbers(50, 4) })
  const targetId = await provider.spreadsheet({})
  const job = buildJob({ sourceId, targetId })
  const first = await sync(provider.google, job)
  await provider.write(sourceId, 'Sheet1!B7', [['new']])
  const next = { ...job, lastRows: first.rows, lastWidth: first.width }
  const { outcome, reads, writes } = await counted(provider, () => sync(provider.google, next))
  expect(outcome).toMatchObject({ status: 'Success', cellsChanged: 1 })
  expect(reads).toBeLessThanOrEqual(4)
  expect(writes).toBe(1)
})

test('a first copy of 40,000 x 10 cells', async () => {
  await using provider = await startTestProvider()
  const rows = numbers(40_000, 10)
  const sourceId = await provider.spreadsheet({ rows })
  const targetId = await provider.spreadsheet({})
  const { outcome, reads, writes } = await counted(provider, () =>
    sync(provider.google, buildJob({ sourceId, targetId })),
  )
  expect(outcome).toMatchObject({ status: 'Success', rows: 40_000, cellsChanged: 400_000 })
  expect(reads).toBeLessThanOrEqual(7)
  expect(writes).toBeLessThanOrEqual(3)
  expect((await provider.read(targetId)).slice(1)).toEqual(rows.slice(1))
})
