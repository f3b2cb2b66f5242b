import fc from 'fast-check'
import { expect, test } from 'vitest'
import { a1Cell } from '#domain/copy/a1.ts'
import type { Cell } from '#domain/copy/cell.ts'
import { propertyRuns } from '#tests/support/property-runs.ts'
import { type ShownCell, shownCells } from '#tests/support/shown-cells.ts'
import { APPROVE_ALL, buildJob, startTestProvider, sync, type TestProvider } from '#tests/support/test-provider.ts'
import { SyncFailure } from './job/sync-failure.ts'
import type { SyncPorts } from './job/sync-job.ts'

const ROWS = 14
const COLUMNS = 6

/** Entries a user types. */
const plain = fc.constantFrom<Cell[]>('', '', '', 'a', "'007", 1, 2, true, '2024-01-31', '24:00:02', '12.5%')
const lookalike = fc.constantFrom<Cell[]>("'#N/A", "'#REF! (as text)", "'Loading...", 'and so on…', "'=1+1")
const error = fc.constantFrom<Cell[]>('=NA()', '=1/0', '=TEST_ERROR("#REF!","Reference does not exist.")')
const formula = fc.constantFrom<Cell[]>(
  '=1',
  '=1+1',
  '="a"',
  '=DATE(2024,1,31)',
  '=TEST_RESULT(1.5,"TIME","[h]:mm:ss")',
)
const array = fc.constantFrom<Cell[]>('=SEQUENCE(3)', '={1,2}', '={"a",1;2,"#N/A"}')
const loading = fc.constantFrom<Cell[]>('=TEST_LOADING()', '=TEST_ERROR("#ERROR!","Loading...")')

function anyRows(weights: { lookalike: number; error: number; formula: number; array: number; loading: number }) {
  const cell = fc.oneof(
    { weight: 60, arbitrary: plain },
    { weight: weights.lookalike, arbitrary: lookalike },
    { weight: weights.error, arbitrary: error },
    { weight: weights.formula, arbitrary: formula },
    { weight: weights.array, arbitrary: array },
    { weight: weights.loading, arbitrary: loading },
  )
  const row = fc.array(cell, { maxLength: COLUMNS })
  return fc.array(row, { maxLength: 9 })
}

const box = fc
  .record({
    startRowIndex: fc.nat(8),
    height: fc.integer({ min: 1, max: 3 }),
    startColumnIndex: fc.nat(COLUMNS - 2),
    width: fc.integer({ min: 1, max: 3 }),
  })
  .map(({ startRowIndex, height, startColumnIndex, width }) => ({
    startRowIndex,
    endRowIndex: startRowIndex + height,
    startColumnIndex,
    endColumnIndex: startColumnIndex + width,
  }))
type Box = typeof box extends fc.Arbitrary<infer Value> ? Value : never

const sometimes = <Value>(arbitrary: fc.Arbitrary<Value>, weight: number) =>
  fc.oneof({ weight: 10 - weight, arbitrary: fc.constant(undefined) }, { weight, arbitrary })
const anySheet = (rows: fc.Arbitrary<Cell[][]>) =>
  fc.record({
    rows,
    merges: fc.array(box, { maxLength: 2 }),
    table: sometimes(box, 5),
    protectedRange: sometimes(box, 2),
    rowCount: fc.integer({ min: 9, max: 13 }),
  })
type Sheet = ReturnType<typeof anySheet> extends fc.Arbitrary<infer Value> ? Value : never

const anyCopy = fc.record({
  source: fc.oneof(
    { weight: 6, arbitrary: anySheet(anyRows({ lookalike: 3, error: 0, formula: 6, array: 2, loading: 0 })) },
    { weight: 3, arbitrary: anySheet(anyRows({ lookalike: 3, error: 6, formula: 6, array: 2, loading: 0 })) },
    { weight: 1, arbitrary: anySheet(anyRows({ lookalike: 3, error: 3, formula: 3, array: 2, loading: 3 })) },
  ),
  target: fc.oneof(
    { weight: 1, arbitrary: anySheet(anyRows({ lookalike: 3, error: 0, formula: 0, array: 0, loading: 0 })) },
    { weight: 2, arbitrary: anySheet(anyRows({ lookalike: 3, error: 6, formula: 9, array: 6, loading: 3 })) },
  ),
  startRow: fc.integer({ min: 1, max: 3 }),
})

/** Creates a sheet as users would; parts the provider rejects are left out. */
async function create(provider: TestProvider, { rows, merges, table, protectedRange, rowCount }: Sheet) {
  const id = await provider.spreadsheet({ rowCount, columnCount: COLUMNS })
  const { sheets } = await provider.call<{ sheets: [{ properties: { sheetId: number } }] }>('GET', `/${id}`)
  const { sheetId } = sheets[0].properties
  const columnProperties = [{ columnIndex: 0, columnName: 'Day', columnType: 'DATE' }]
  const request = (...requests: object[]) =>
    provider.call('POST', `/${id}:batchUpdate`, { requests }).catch(() => undefined)
  await provider.write(id, 'Sheet1!A1', rows, 'USER_ENTERED')
  if (table) await request({ addTable: { table: { name: 'Table', range: { sheetId, ...table }, columnProperties } } })
  for (const range of merges) await request({ mergeCells: { range: { sheetId, ...range }, mergeType: 'MERGE_ALL' } })
  if (protectedRange) await protect(provider, { id, range: { sheetId, ...protectedRange } })
  return id
}

/** Protects a range for someone else. */
async function protect(
  provider: TestProvider,
  { id, range }: { id: string; range: Box & { sheetId: number } },
): Promise<void> {
  const protectedRangeRequest = { addProtectedRange: { protectedRange: { range, editors: { users: ['owner'] } } } }
  await fetch(`${provider.emulator.url}/v4/spreadsheets/${id}:batchUpdate`, {
    method: 'POST',
    headers: { authorization: 'Bearer owner', 'content-type': 'application/json' },
    body: JSON.stringify({ requests: [protectedRangeRequest] }),
  })
}

interface Region {
  source: ShownCell[][]
  target: ShownCell[][]
  startRow: number
  /** Width of the source. */
  width: number
}

/** Finds the first cell of the region, row by row, with another shown value than in the source. */
function firstDifference({ source, target, startRow, width }: Region): string | undefined {
  for (let row = startRow; row <= ROWS; row += 1) {
    for (let column = 1; column <= width; column += 1) {
      if (source[row - 1]?.[column - 1]?.value !== target[row - 1]?.[column - 1]?.value) {
        return a1Cell({ tab: 'Sheet1', row, column })
      }
    }
  }
  return undefined
}

function firstError(source: ShownCell[][], startRow: number): string | undefined {
  for (const [index, cells] of source.entries()) {
    const column = cells.findIndex(({ isError }) => isError) + 1
    if (index + 1 >= startRow && column > 0) return a1Cell({ tab: 'Sheet1', row: index + 1, column })
  }
  return undefined
}

function measureWidth(cells: ShownCell[][], firstRow: number): number {
  const widths = cells.slice(firstRow - 1).map((row) => row.findLastIndex(({ value }) => value !== '') + 1)
  return Math.max(0, ...widths)
}

/** Copies and checks the target. Returns how the copy ended, in a word for the statistics. */
async function copyAndCheck(provider: TestProvider, copy: typeof anyCopy extends fc.Arbitrary<infer C> ? C : never) {
  const { startRow } = copy
  const sourceId = await create(provider, copy.source)
  const targetId = await create(provider, copy.target)
  const readCells = (id: string) => shownCells(provider, { id, rows: ROWS, columns: COLUMNS })
  const source = await readCells(sourceId)
  const warnings: string[] = []
  const log: SyncPorts['log'] = (level, message) => void (level === 'WARNING' && warnings.push(message))
  const job = buildJob({ sourceId, targetId, startRow, approval: APPROVE_ALL })
  const outcome = await sync(provider.google, job, { log }).catch((failure: unknown) => failure)
  const region = {
    source,
    target: await readCells(targetId),
    startRow,
    width: measureWidth(source, Math.max(1, startRow - 1)),
  }
  const difference = firstDifference(region)
  const errorCell = firstError(source, startRow)

  if (outcome instanceof SyncFailure) {
    expect(['still_loading', 'protected']).toContain(outcome.reason)
    if (outcome.reason === 'still_loading') expect(outcome.message).toContain("the first is 'Sheet1'!")
    else expect(warnings.join('\n')).toMatch(/^[A-Z]+\d.* of the target (is|are) protected/m)
    return { ends: outcome.reason, warnings }
  }
  if (!(outcome instanceof Object && 'status' in outcome)) throw outcome
  const named = warnings.filter((message) => message.includes('not take the value of the source'))
  if (difference === undefined) expect(named).toEqual([])
  else expect(named.join('\n')).toMatch(new RegExp(`${difference.replaceAll(/[!']/g, '.')}( |,)`))
  if (errorCell !== undefined) expect(warnings.join('\n')).toContain(`${errorCell} (#`)
  expect(outcome.status).toBe(difference === undefined && errorCell === undefined ? 'Success' : 'Warning')
  if (difference !== undefined) return { ends: 'not equal', warnings }
  expect(await sync(provider.google, job)).toMatchObject({ cellsChanged: 0 })
  return { ends: errorCell === undefined ? 'equal' : 'equal with errors', warnings }
}

test('whatever source and target hold, a run ends equal, or names the first cell that is not', {
  tags: ['long'],
}, async () => {
  await using provider = await startTestProvider()
  const seen = new Map<string, number>()
  const count = (what: string) => seen.set(what, (seen.get(what) ?? 0) + 1)
  await fc.assert(
    fc.asyncProperty(anyCopy, async (copy) => {
      const { ends, warnings } = await copyAndCheck(provider, copy)
      count(ends)
      const shows = JSON.stringify(copy.source.rows)
      for (const [what, text] of Object.entries({ lookalikes: "'#", durations: '[h]', arrays: 'SEQUENCE' })) {
        if (ends.startsWith('equal') && shows.includes(text)) count(`${what} copied`)
      }
      for (const what of ['is merged', 'has formulas', 'An array formula', 'protected']) {
        if (warnings.some((warning) => warning.includes(what))) count(`target ${what}`)
      }
      if (copy.target.table && ends.startsWith('equal')) count('table written')
    }),
    propertyRuns({ few: 40, fewSeed: 3, all: 150 }),
  )
  const cases = [
    'equal',
    'equal with errors',
    'not equal',
    'still_loading',
    'protected',
    'lookalikes copied',
    'durations copied',
    'arrays copied',
    'target is merged',
    'target has formulas',
    'target An array formula',
    'target protected',
    'table written',
  ]
  expect(cases.filter((what) => !seen.has(what))).toEqual([])
})
