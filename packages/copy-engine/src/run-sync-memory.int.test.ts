import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Cell, isSameCell } from '#domain/copy/cell.ts'
import { propertyRuns } from '#tests/support/property-runs.ts'
import {
  APPROVE_ALL,
  afterSuccess,
  buildJob,
  type Ran,
  startTestProvider,
  sync,
  type TestProvider,
} from '#tests/support/test-provider.ts'
import type { SyncJob } from './job/sync-job.ts'

const MAX_ROWS = 40
const MAX_COLUMNS = 9

const cell = fc.constantFrom<Cell[]>('', 'a', 'b', 1, 2, true, 'and so on…', '#N/A as text')
const rows = fc.array(fc.array(cell, { maxLength: 4 }), { minLength: 3, maxLength: 12 })
const side = fc.constantFrom('source', 'target')
/** An edit of a spreadsheet between two runs. */
const edit = fc.oneof(
  fc.record({
    kind: fc.constant('set' as const),
    side,
    row: fc.integer({ min: 1, max: 14 }),
    column: fc.nat(3),
    cell,
  }),
  fc.record({
    kind: fc.constantFrom('appendRows', 'appendColumns', 'insertRows', 'insertColumns', 'deleteRows', 'deleteColumns'),
    side,
    at: fc.nat(6),
    count: fc.integer({ min: 1, max: 3 }),
  }),
  fc.record({ kind: fc.constantFrom('renameTab', 'replaceTab', 'moveTab', 'setFormula'), side, at: fc.nat(6) }),
)
type Edit = typeof edit extends fc.Arbitrary<infer Value> ? Value : never

interface TabProperties {
  sheetId: number
  title: string
  gridProperties: { rowCount: number; columnCount: number }
}

async function firstTab(provider: TestProvider, id: string): Promise<TabProperties> {
  const { sheets } = await provider.call<{ sheets: { properties: TabProperties }[] }>('GET', `/${id}`)
  const [first] = sheets
  if (!first) throw new Error('There is no tab')
  return first.properties
}

function dimensionRequest(
  kind: string,
  { sheetId, at, count }: { sheetId: number; at: number; count: number },
): object {
  const dimension = kind.endsWith('Rows') ? 'ROWS' : 'COLUMNS'
  const range = { sheetId, dimension, startIndex: at, endIndex: at + count }
  if (kind.startsWith('append')) return { appendDimension: { sheetId, dimension, length: count } }
  return kind.startsWith('insert') ? { insertDimension: { range } } : { deleteDimension: { range } }
}

async function apply(provider: TestProvider, ids: Record<string, string>, change: Edit): Promise<void> {
  const id = ids[change.side] ?? ''
  const tab = await firstTab(provider, id)
  const { sheetId, title } = tab
  const request = (...requests: object[]) =>
    provider.call('POST', `/${id}:batchUpdate`, { requests }).catch(() => undefined)
  if (change.kind === 'set') {
    const place = `'${title}'!${String.fromCharCode(65 + change.column)}${change.row}`
    await provider.write(id, place, [[change.cell]]).catch(() => undefined)
  } else if ('count' in change) {
    await request(dimensionRequest(change.kind, { sheetId, ...change }))
  } else if (change.kind === 'renameTab') {
    await request({ updateSheetProperties: { properties: { sheetId, title: `Tab ${change.at}` }, fields: 'title' } })
  } else if (change.kind === 'replaceTab') {
    const added = { title: 'New', sheetId: sheetId + 1, index: 1 }
    await request({ addSheet: { properties: added } })
    await request({ deleteSheet: { sheetId } })
    await request({ updateSheetProperties: { properties: { sheetId: sheetId + 1, title }, fields: 'title' } })
  } else if (change.kind === 'moveTab') {
    await request({ addSheet: { properties: { title: `First ${change.at}`, index: 0 } } })
  } else {
    await provider.write(id, `'${title}'!B${change.at + 1}`, [['=1']], 'USER_ENTERED')
  }
}

/** Runs the job and checks every cell; returns the job of the next run. */
async function runAndCheck(provider: TestProvider, job: SyncJob): Promise<{ next: SyncJob; outcome: Ran }> {
  const before = await provider.read(job.target.id, (await firstTab(provider, job.target.id)).title)
  const outcome = await sync(provider.google, job)
  const source = await provider.read(job.source.id, (await firstTab(provider, job.source.id)).title)
  const target = await provider.read(job.target.id, (await firstTab(provider, job.target.id)).title)
  const width = Math.max(outcome.left.extent.width ?? 0, job.last.extent.width ?? 0)
  for (let row = 1; row <= MAX_ROWS; row += 1) {
    for (let at = 0; at < MAX_COLUMNS; at += 1) {
      const isInside = row >= job.startRow && at < width
      const expected = (isInside ? source : before)[row - 1]?.[at]
      const held = target[row - 1]?.[at]
      if (!isSameCell(held, expected)) expect({ row, at, held }).toEqual({ row, at, held: expected })
    }
  }
  const { extent, memory } = outcome.left
  return { next: { ...job, last: { ...job.last, extent: { ...extent, filledRow: undefined }, memory } }, outcome }
}

const seen = new Set<string>()

async function copyAgainAndAgain(provider: TestProvider, steps: Edit[][], copy: { rows: Cell[][]; startRow: number }) {
  const ids = {
    source: await provider.spreadsheet({ rows: copy.rows, rowCount: 14, columnCount: 5 }),
    target: await provider.spreadsheet({ rowCount: 14, columnCount: 6 }),
  }
  const first = buildJob({ sourceId: ids.source, targetId: ids.target, startRow: copy.startRow, approval: APPROVE_ALL })
  let { next } = await runAndCheck(provider, first)
  for (const edits of steps) {
    for (const change of edits) await apply(provider, ids, change)
    const { outcome, next: after } = await runAndCheck(provider, next)
    if (next.last.memory) seen.add(outcome.hasReadAll ? 'stale' : `${outcome.writes > 0 ? 'written' : 'unchanged'}`)
    next = after
  }
}

test('whatever people do to both spreadsheets between runs, each run that remembers the last one is exact', {
  tags: ['long'],
}, async () => {
  await using provider = await startTestProvider()
  const steps = fc.array(fc.array(edit, { maxLength: 2 }), { minLength: 1, maxLength: 4 })
  const copy = fc.record({ rows, startRow: fc.integer({ min: 1, max: 3 }) })
  await fc.assert(
    fc.asyncProperty(steps, copy, (edits, from) => copyAgainAndAgain(provider, edits, from)),
    propertyRuns({ few: 30, all: 100 }),
  )
  expect([...seen].toSorted()).toEqual(['stale', 'unchanged', 'written'])
})

test('what people change in both spreadsheets while a run writes is corrected by the next one, which remembers that run', async () => {
  await using provider = await startTestProvider()
  const table = Array.from({ length: 12 }, (_, row) => [`${row}`, row, 'same'])
  const ids = { source: await provider.spreadsheet({ rows: table }), target: await provider.spreadsheet({}) }
  const { next } = await runAndCheck(provider, buildJob({ sourceId: ids.source, targetId: ids.target }))
  await provider.write(ids.source, 'Sheet1!C5', [['so that it writes']])
  let edits = 0
  const outcome = await sync(provider.google, next, {
    async willWrite() {
      edits += 1
      await provider.write(ids.source, 'Sheet1!A2', [['changed in the source']])
      await provider.write(ids.source, 'Sheet1!B12', [['']])
      await provider.write(ids.target, 'Sheet1!A9', [['changed in the target']])
    },
  })
  expect(edits).toBe(1)
  expect(outcome.status).toBe('Success')
  await runAndCheck(provider, afterSuccess(next, outcome))
  expect((await provider.read(ids.target))[1]?.[0]).toBe('changed in the source')
})
