import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Cell } from '#domain/copy/cell.ts'
import type { LastTarget } from '#domain/copy/target-state.ts'
import type { SyncJob } from '#engine/job/sync-job.ts'
import { editBeforeWrite } from '#tests/support/edit-before-write.ts'
import { propertyRuns } from '#tests/support/property-runs.ts'
import {
  APPROVE_ALL,
  approve,
  buildJob,
  RULES,
  startTestProvider,
  sync,
  type TestProvider,
} from '#tests/support/test-provider.ts'

const HEADER = ['fruit', 'day', 'amount']
const ROWS: Cell[][] = [
  ['pear', '2024-01-31', 3],
  ['apple', '2024-02-01', 1],
  ['plum', '2024-02-02', 2],
  ['fig', '2024-02-03', 4],
]

/** Starts consecutive runs. Each run knows the target's state after the previous run. */
async function startRuns(provider: TestProvider, fields: Partial<SyncJob> = {}, rows: Cell[][] = ROWS) {
  const sourceId = await provider.spreadsheet({ rows: [HEADER], rowCount: Math.max(20, rows.length + 2) })
  await provider.write(sourceId, 'Sheet1!A2', rows, 'USER_ENTERED')
  const targetId = await provider.spreadsheet({ rows: [['mine']] })
  let job = buildJob({ sourceId, targetId, ...fields })
  let last: LastTarget | undefined
  async function run(change: Partial<SyncJob> = {}, google = provider.google) {
    const outcome = await sync(
      google,
      { ...job, ...change },
      {
        lastTarget: async () => last,
        willWrite: async () => {
          last = undefined
        },
      },
    )
    const { targetState, dataCopy } = outcome
    if (targetState && dataCopy) {
      last = {
        ...targetState,
        rowCount: dataCopy.rows.length,
        readRows: async (first, count) => dataCopy.rows.slice(first, first + count),
      }
    }
    if (outcome.kind !== 'held') {
      const { extent } = outcome.left
      job = { ...job, last: { ...job.last, extent: { ...extent, filledRow: undefined } } }
    }
    return { ...outcome, messages: outcome.log.map(({ message }) => message) }
  }
  return { sourceId, targetId, run }
}

const ofEdits = (messages: string[]) => messages.filter((message) => message.includes('by hand'))

test('cells that someone edited are counted and named, and overwritten', async () => {
  await using provider = await startTestProvider()
  const { targetId, run } = await startRuns(provider)
  expect(ofEdits((await run()).messages)).toEqual([])
  await provider.write(targetId, 'Sheet1!B3', [['someday']])
  await provider.write(targetId, 'Sheet1!A5:C5', [['fog', '', 4]])
  const { edits, messages, status } = await run()
  expect(ofEdits(messages)).toEqual(['3 cells were edited by hand since the last run, the first in B3.'])
  expect([status, edits]).toEqual([
    'Success',
    {
      count: 3,
      shape: undefined,
      cells: [
        { row: 3, column: 2, columnName: 'day', left: '2024-02-01', found: 'someday' },
        { row: 5, column: 1, columnName: 'fruit', left: 'fig', found: 'fog' },
        { row: 5, column: 2, columnName: 'day', left: '2024-02-03', found: '' },
      ],
    },
  ])
  const again = await run()
  expect([again.cellsChanged, ofEdits(again.messages)]).toEqual([0, []])
})

test('what the source changed is distinguished from a row that someone added below', async () => {
  await using provider = await startTestProvider()
  const { sourceId, targetId, run } = await startRuns(provider)
  await run()
  await provider.write(sourceId, 'Sheet1!C2:C5', [[30], [10], [20], [40]])
  await provider.write(targetId, 'Sheet1!A8', [['mine']])
  const { edits, cellsChanged } = await run()
  expect(cellsChanged).toBe(5)
  expect(edits?.cells).toEqual([{ row: 8, column: 1, columnName: 'fruit', left: '', found: 'mine' }])
})

test('with holdsEdits, edits hold the run until a person decides', async () => {
  await using provider = await startTestProvider()
  const { targetId, run } = await startRuns(provider, { rules: { ...RULES, holdsEdits: true } })
  await run()
  await provider.write(targetId, 'Sheet1!C2', [[99]])
  for (let times = 0; times < 2; times += 1) {
    const held = await run()
    expect([held.kind, held.status, held.writes, held.messages.at(-1)]).toEqual(
      ['held', 'Warning', 0, expect.stringContaining('Access used')].slice(0, 3).concat(held.messages.at(-1) ?? ''),
    )
    expect(held.messages).toContain(
      "1 cell was edited by hand since the last run, C2. Nothing was written. Check the target; to overwrite it, choose 'Copy anyway'.",
    )
  }
  const copied = await run({ approval: APPROVE_ALL })
  expect([copied.kind, copied.cellsChanged]).toEqual(['copied', 1])
  expect((await run()).edits).toBeUndefined()
})

test.each<[string, (provider: TestProvider, id: string) => Promise<unknown>]>([
  ['was cleared', (provider, id) => provider.call('POST', `/${id}/values/Sheet1!A2:H20:clear`, {})],
  [
    'was sorted',
    async (provider, id) => {
      const [header = [], ...rows] = await provider.read(id)
      await provider.write(id, 'Sheet1!A1', [header, ...rows.toSorted()])
    },
  ],
  [
    'had columns moved',
    async (provider, id) => {
      const [header = [], ...rows] = await provider.read(id)
      await provider.write(id, 'Sheet1!A1', [header, ...rows.map(([a = '', b = '', c = '']) => [b, c, a])])
    },
  ],
])('a target that %s is held, and can be copied anyway', async (words, change) => {
  await using provider = await startTestProvider()
  const { targetId, run } = await startRuns(provider)
  await run()
  await change(provider, targetId)
  const before = await provider.read(targetId)
  const held = await run()
  expect([held.kind, held.messages.some((line) => line.startsWith(`The target ${words} by hand`))]).toEqual([
    'held',
    true,
  ])
  expect(await provider.read(targetId)).toEqual(before)
  expect((await run({ approval: APPROVE_ALL })).kind).toBe('copied')
})

test('a first copy, and a target that someone resized, are not held', async () => {
  await using provider = await startTestProvider()
  const { targetId, run } = await startRuns(provider)
  await provider.write(targetId, 'Sheet1!A2', [
    ['fig', 1],
    ['apple', 2],
    ['plum', 3],
  ])
  expect(await run()).toMatchObject({ kind: 'copied', status: 'Success' })
  await provider.call('POST', `/${targetId}:batchUpdate`, {
    requests: [{ deleteDimension: { range: { sheetId: 0, dimension: 'ROWS', startIndex: 1, endIndex: 5 } } }],
  })
  const resized = await run()
  expect([resized.kind, (resized.edits?.count ?? 0) > 0]).toEqual(['copied', true])
})

test('formulas of the target that recalculate are no edits', async () => {
  await using provider = await startTestProvider()
  const { sourceId, targetId, run } = await startRuns(provider, { rules: { ...RULES, holdsEdits: true } })
  await run()
  await provider.write(targetId, 'Sheet1!C2', [['=NOW()']], 'USER_ENTERED')
  expect((await run()).edits).toBeUndefined()
  await provider.write(targetId, 'Sheet1!H1', [[4]])
  const { edits, kind } = await run()
  expect([edits, kind]).toEqual([undefined, 'copied'])
  expect(sourceId).not.toBe(targetId)
})

test('an unchanged sheet never has edits, whatever the source held and becomes', { tags: ['long'] }, async () => {
  await using provider = await startTestProvider()
  const anyEntry = fc.constantFrom<Cell>(
    '',
    1,
    0.1,
    '=1+1',
    "'=text",
    "'007",
    '2024-01-31',
    '13:45',
    '50%',
    'TRUE',
    true,
    '#N/A',
    '=NA()',
    '=1/0',
    ' padded ',
    '\u0001x',
  )
  const anyRows = fc.array(fc.array(anyEntry, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 6 })
  let changed = 0
  const { numRuns } = propertyRuns({ few: 10, all: 25 })
  await fc.assert(
    fc.asyncProperty(anyRows, anyRows, fc.constantFrom(1, 2), async (first, second, startRow) => {
      const { sourceId, run } = await startRuns(provider, { startRow, rules: { ...RULES, holdsEdits: true } }, [
        ['first'],
        ...first,
      ])
      await run()
      expect((await run()).edits).toBeUndefined()
      await provider.call('POST', `/${sourceId}/values/Sheet1!A2:H20:clear`, {})
      await provider.write(sourceId, 'Sheet1!A2', [['second'], ...second], 'USER_ENTERED')
      const after = await run({ approval: approve([]) })
      expect(after.edits).toBeUndefined()
      if (after.cellsChanged > 0) changed += 1
    }),
    { numRuns },
  )
  expect(changed).toBeGreaterThan(numRuns / 3)
})

test('an edit between read and write ends in Success, which says what it saw, and the next run names it', async () => {
  await using provider = await startTestProvider()
  const { sourceId, targetId, run } = await startRuns(provider)
  await run()
  await provider.write(sourceId, 'Sheet1!C2', [[30]])
  const edit = () => provider.write(targetId, 'Sheet1!A4', [['prune']])
  const outcome = await run({}, editBeforeWrite(provider.google, edit))
  expect(outcome).toMatchObject({ status: 'Success', cellsChanged: 1 })
  const { compared, written } = outcome.verified ?? {}
  expect(compared?.to.getTime()).toBeLessThanOrEqual(written?.from.getTime() ?? 0)
  expect(outcome.messages.at(-1)).toMatch(/^Target is up to date: .* (Verified|verified) (at|between) \d\d:\d\d:\d\d /)
  expect((await provider.read(targetId))[3]?.[0]).toBe('prune')

  const next = await run()
  expect(ofEdits(next.messages)).toEqual(['1 cell was edited by hand since the last run, A4.'])
  expect(next.edits?.cells).toMatchObject([{ row: 4, column: 1, left: 'plum', found: 'prune' }])
  expect((await provider.read(targetId)).slice(1)).toEqual((await provider.read(sourceId)).slice(1))
})
