import { expect, test } from 'vitest'
import type { Cell } from '#domain/copy/cell.ts'
import type { Hold } from '#domain/guards/guards.ts'
import {
  APPROVE_ALL,
  buildJob,
  leaveExtent,
  RULES,
  startTestProvider,
  sync,
  type TestProvider,
} from '#tests/support/test-provider.ts'
import type { SyncJob } from './job/sync-job.ts'

const HEADER = ['id', 'name', 'ok']

test('a source without data rows is held until a user allows it', async () => {
  await using provider = await startTestProvider()
  const sourceId = await provider.spreadsheet({ rows: [HEADER] })
  const targetId = await provider.spreadsheet({ rows: [HEADER, ['a', 1, true]] })
  const job = buildJob({ sourceId, targetId })
  const outcome = await sync(provider.google, job)
  expect(outcome).toMatchObject({ status: 'Warning', kind: 'held', writes: 0, rows: 0, dataCopy: undefined })
  expect(outcome.log.at(-1)).toMatchObject({ level: 'WARNING' })

  expect(await sync(provider.google, { ...job, approval: APPROVE_ALL })).toMatchObject({
    status: 'Success',
    cellsChanged: 3,
  })
  expect(await provider.read(targetId)).toEqual([HEADER])
})

test('a source that lost most of its rows is held', async () => {
  await using provider = await startTestProvider()
  const rows = Array.from({ length: 101 }, (_, row) => [row])
  const sourceId = await provider.spreadsheet({ rows })
  const targetId = await provider.spreadsheet({})
  const job = buildJob({ sourceId, targetId, last: leaveExtent({ rows: 300, width: 1 }) })
  expect(await sync(provider.google, job)).toMatchObject({ kind: 'held', writes: 0 })
})

/** A spreadsheet whose first data rows are entered as a user would. */
async function entered(provider: TestProvider, rows: Cell[][]): Promise<string> {
  const id = await provider.spreadsheet({ title: 'Rates', rows: [HEADER], rowCount: 100 })
  await provider.write(id, 'Rates!A2', rows, 'USER_ENTERED')
  return id
}

const NOT_FOUND = `=TEST_ERROR("#N/A","Did not find value '7' in VLOOKUP evaluation.")`

test('error cells are copied as bare tokens, and a warning names the first one with its message', async () => {
  await using provider = await startTestProvider()
  const sourceId = await entered(provider, [
    ['a', 1, true],
    ['b', 2, NOT_FOUND],
    ['=1/0', 'c'],
  ])
  const targetId = await provider.spreadsheet({})
  const job = buildJob({ sourceId, targetId })
  const outcome = await sync(provider.google, job)
  expect(outcome).toMatchObject({ status: 'Warning', kind: 'copied', errorCells: 2 })
  expect(outcome.log.at(-1)?.message).toBe(
    "2 error cells were copied, the first in 'Rates'!C3 (#N/A: Did not find value '7' in VLOOKUP evaluation.): fix their formulas.",
  )
  expect((await provider.read(targetId)).slice(1)).toEqual([
    ['a', 1, true],
    ['b', 2, '#N/A'],
    ['#DIV/0!', 'c'],
  ])
  expect(await sync(provider.google, job)).toMatchObject({ status: 'Warning', writes: 0 })
})

test('an error in the target equals the same error in the source, whatever their messages', async () => {
  await using provider = await startTestProvider()
  const sourceId = await entered(provider, [['a', NOT_FOUND, '=1/0', '=1/0']])
  const targetId = await entered(provider, [['a', '=NA()', '=NA()', "'#DIV/0! (as text)"]])
  const outcome = await sync(provider.google, buildJob({ sourceId, targetId }))
  expect(outcome).toMatchObject({ status: 'Warning', cellsChanged: 2 })
  expect((await provider.read(targetId, 'Rates'))[1]).toEqual(['a', '#N/A ()', '#DIV/0!', '#DIV/0!'])
})

test('text that reads like an error or like a cell that is loading is copied as it is', async () => {
  await using provider = await startTestProvider()
  const rows = [
    HEADER,
    ['#N/A', '#REF! (as someone typed it)', 'Loading...'],
    ['#ERROR! (Loading...)', 'and so on…', '#N/A ()'],
  ]
  const sourceId = await provider.spreadsheet({ rows })
  const targetId = await provider.spreadsheet({ rows: [HEADER, ['#N/A (x)', '#REF!', 'x']] })
  const outcome = await sync(provider.google, buildJob({ sourceId, targetId }))
  expect(outcome).toMatchObject({ status: 'Success', errorCells: 0, cellsChanged: 6 })
  expect(await provider.read(targetId)).toEqual(rows)
})

test.each(['=TEST_LOADING()', '=TEST_ERROR("#ERROR!","Loading...")', '=TEST_ERROR("#N/A","Wird geladen…")'])(
  'a source with %s that does not finish loading fails the attempt before anything is written',
  async (formula) => {
    await using provider = await startTestProvider()
    const sourceId = await entered(provider, [['a', formula, true]])
    const targetId = await provider.spreadsheet({ rows: [HEADER, ['old']] })
    await expect(sync(provider.google, buildJob({ sourceId, targetId }))).rejects.toMatchObject({
      reason: 'still_loading',
      message: expect.stringContaining("still show 'Loading...', the first is 'Rates'!B2. Open it"),
      retryable: true,
      writes: 0,
    })
    expect(await provider.read(targetId)).toEqual([HEADER, ['old']])
  },
)

test('a cell that finishes loading meanwhile is copied', async () => {
  let finish = async () => {}
  await using provider = await startTestProvider({ onPause: () => finish() })
  const sourceId = await entered(provider, [['a', '=TEST_LOADING()']])
  finish = () => provider.write(sourceId, 'Rates!B2', [[42]])
  const targetId = await provider.spreadsheet({})
  expect(await sync(provider.google, buildJob({ sourceId, targetId }))).toMatchObject({ status: 'Success' })
  expect((await provider.read(targetId))[1]).toEqual(['a', 42])
})

const lookups = (count: number) => Array.from({ length: 40 }, (_, row) => [`key ${row}`, row < count ? NOT_FOUND : row])

test('a source whose error cells have jumped is read again after pauses, then held until a user allows it', async () => {
  await using provider = await startTestProvider()
  const sourceId = await entered(provider, lookups(20))
  const targetId = await provider.spreadsheet({ rows: [HEADER, ['old', 1]] })
  const job = buildJob({ sourceId, targetId, last: leaveExtent({ rows: 40, errorCells: 2 }) })
  const outcome = await sync(provider.google, job)
  expect(outcome).toMatchObject({ status: 'Warning', kind: 'held', writes: 0, dataCopy: undefined })
  expect(outcome).toMatchObject({ holds: [{ cause: 'error_jump', count: 20 }] })
  expect(outcome.log.at(-1)?.message).toBe(
    "Formulas may not have finished: the source has 20 error cells, up from 2 at the last run. The first is 'Rates'!B2 (#N/A: Did not find value '7' in VLOOKUP evaluation.). Nothing was written. Check the source; if it is correct, choose 'Copy anyway'.",
  )
  expect(await provider.read(targetId)).toEqual([HEADER, ['old', 1]])

  expect(await sync(provider.google, { ...job, approval: APPROVE_ALL })).toMatchObject({
    kind: 'copied',
    status: 'Warning',
  })
  expect((await provider.read(targetId))[1]).toEqual(['key 0', '#N/A'])
})

test('a source whose error cells have jumped is copied once its formulas have finished', async () => {
  let finish = async () => {}
  let pauses = 0
  await using provider = await startTestProvider({
    async onPause() {
      pauses += 1
      if (pauses === 2) await finish()
    },
  })
  const sourceId = await entered(provider, lookups(20))
  finish = () => provider.write(sourceId, 'Rates!A2', lookups(0))
  const targetId = await provider.spreadsheet({ rowCount: 100 })
  const job = buildJob({ sourceId, targetId, last: leaveExtent({ rows: 40, errorCells: 2 }) })
  expect(await sync(provider.google, job)).toMatchObject({ status: 'Success', errorCells: 0, rows: 40 })
  expect((await provider.read(targetId)).slice(1)).toEqual(lookups(0))
})

/** A formula that shows nothing, like a range that is still being imported. */
const IMPORTED = `=ARRAYFORMULA("")`
const imported = (count: number) => Array.from({ length: count }, (_, row): Cell[] => [`key ${row}`, row, true])
const none = (count: number) => Array.from({ length: count }, (): Cell[] => ['', '', ''])

/** Copies 40 rows, then again after the source has become `blank`. Calls `onPause` whenever the second run would wait. */
async function copyTwice(blank: Cell[][], { onPause = async () => {}, ...more }: Partial<SyncJob> & PauseHook = {}) {
  let pauses = 0
  let sourceId = ''
  const provider = await startTestProvider({
    async onPause() {
      pauses += 1
      await onPause(pauses, () => provider.write(sourceId, 'Rates!A2', imported(40)))
    },
  })
  sourceId = await entered(provider, imported(40))
  const targetId = await provider.spreadsheet({ rowCount: 100 })
  const job = { ...buildJob({ sourceId, targetId }), ...more }
  const { left } = await sync(provider.google, job)
  pauses = 0
  await provider.write(sourceId, 'Rates!A2', [...blank, ...none(40 - blank.length)], 'USER_ENTERED')
  const outcome = await sync(provider.google, { ...job, last: left })
  return {
    outcome,
    pauses,
    copied: await provider.read(targetId),
    [Symbol.asyncDispose]: () => provider.emulator[Symbol.asyncDispose](),
  }
}

interface PauseHook {
  onPause?: (pauses: number, finish: () => Promise<void>) => Promise<void>
}

const listCauses = (outcome: object) => ('holds' in outcome ? (outcome.holds as Hold[]).map(({ cause }) => cause) : [])

const blanks: { missing: string; blank: Cell[][]; cause: string; more?: Partial<SyncJob> }[] = [
  { missing: 'all rows', blank: [[IMPORTED, '', '']], cause: 'source_empty' },
  { missing: 'most rows', blank: [...imported(3), [IMPORTED, '', '']], cause: 'source_shrank' },
  {
    missing: 'a column',
    blank: imported(40).map(([key = '', , ok = '']) => [key, IMPORTED, ok]),
    cause: 'column_emptied',
  },
  {
    missing: 'a required value',
    blank: imported(40).map(([key = '', number = '', ok = ''], row) => [key, row === 20 ? IMPORTED : number, ok]),
    cause: 'expected_filled',
    more: { rules: { ...RULES, expectations: { filled: ['name'], unique: [] } } },
  },
]

test.each(blanks)(
  'a source that lacks $missing for a moment is copied once its formulas have finished',
  async ({ blank, more = {} }) => {
    const onPause: PauseHook['onPause'] = async (pauses, finish) => {
      if (pauses === 2) await finish()
    }
    await using twice = await copyTwice(blank, { ...more, onPause })
    expect(twice.outcome).toMatchObject({ status: 'Success', rows: 40 })
    expect(twice.pauses).toBe(2)
    expect(twice.copied.slice(1)).toEqual(imported(40))
  },
)

test.each(blanks)('a source that lacks $missing is held after the pauses', async ({ blank, cause, more = {} }) => {
  await using twice = await copyTwice(blank, more)
  expect(twice.outcome).toMatchObject({ kind: 'held', writes: 0 })
  expect(listCauses(twice.outcome)).toEqual([cause])
  expect(twice.pauses).toBe(4)
})

test('a source without formulas is held at once, because what it misses cannot come back', async () => {
  await using twice = await copyTwice(imported(3))
  expect(listCauses(twice.outcome)).toEqual(['source_shrank'])
  expect(twice.pauses).toBe(0)
})

test('a first run is not held for its error cells', async () => {
  await using provider = await startTestProvider()
  const sourceId = await entered(provider, lookups(20))
  const targetId = await provider.spreadsheet({ rowCount: 100 })
  expect(await sync(provider.google, buildJob({ sourceId, targetId }))).toMatchObject({
    kind: 'copied',
    errorCells: 20,
  })
})

test('a target that would exceed 10,000,000 cells is rejected before any write', async () => {
  await using provider = await startTestProvider()
  const sourceId = await provider.spreadsheet({ rows: [HEADER, ['a', 1, true]], rowCount: 900_000, columnCount: 3 })
  await provider.write(sourceId, 'Sheet1!A900000', [['end']])
  const targetId = await provider.spreadsheet({}, { title: 'big', rowCount: 90_000, columnCount: 100 })
  await expect(sync(provider.google, buildJob({ sourceId, targetId }))).rejects.toMatchObject({
    reason: 'cell_limit',
    retryable: false,
    writes: 0,
  })
})

test('where the provider knows that there is no room for a small copy, it refuses the first write', async () => {
  await using provider = await startTestProvider()
  const sourceId = await provider.spreadsheet({ rows: [HEADER, ['a', 1, true]], rowCount: 90_000, columnCount: 3 })
  await provider.write(sourceId, 'Sheet1!A90000', [['end']])
  const targetId = await provider.spreadsheet({ rows: [HEADER] }, { title: 'big', rowCount: 98_000, columnCount: 102 })
  await expect(sync(provider.google, buildJob({ sourceId, targetId }))).rejects.toMatchObject({
    reason: 'cell_limit',
    retryable: false,
    writes: 1,
  })
  expect(await provider.read(targetId)).toEqual([HEADER])
})

test('the error for a missing source tab lists the existing tabs', async () => {
  await using provider = await startTestProvider()
  const sourceId = await provider.spreadsheet({ title: 'Jan' }, { title: 'Feb' })
  const targetId = await provider.spreadsheet({})
  await expect(sync(provider.google, buildJob({ sourceId, targetId, sourceTab: 'Mar' }))).rejects.toMatchObject({
    reason: 'no_tab',
    retryable: false,
    message: expect.stringMatching(/no tab named 'Mar' in .*\. Choose one of its tabs in the task: 'Jan', 'Feb'\.$/),
  })
})

test('the error for a missing spreadsheet says which one it is', async () => {
  await using provider = await startTestProvider()
  const targetId = await provider.spreadsheet({})
  await expect(sync(provider.google, buildJob({ sourceId: 'nowhere', targetId }))).rejects.toMatchObject({
    reason: 'not_found',
    retryable: false,
    message: expect.stringContaining('The source spreadsheet nowhere was not found'),
  })
})

test('no request starts after a stop', async () => {
  const stop = new AbortController()
  let requests = 0
  await using provider = await startTestProvider({
    metrics: {
      requested: () => {
        requests += 1
      },
    },
  })
  const rows = Array.from({ length: 3000 }, (_, row) => [row])
  const sourceId = await provider.spreadsheet({ rows })
  const targetId = await provider.spreadsheet({})
  const reason = new Error('stopped by a user')
  let atStop = 0
  const onProgress = () => {
    atStop = requests
    stop.abort(reason)
  }
  await expect(
    sync(provider.google, buildJob({ sourceId, targetId, limits: { chunkSize: 500 } }), {
      signal: stop.signal,
      onProgress,
    }),
  ).rejects.toBe(reason)
  expect(requests).toBe(atStop)
  expect(await provider.read(targetId)).toEqual([])
})

test.each([
  ['permission_denied', 'not_shared', 'cannot open the source spreadsheet'],
  ['revoked', 'unauthenticated', 'rejected the credentials'],
  ['not_found', 'not_found', 'was not found'],
] as const)('a read rejected as %s ends the run with an explanation', async (answer, reason, text) => {
  await using provider = await startTestProvider()
  const sourceId = await provider.spreadsheet({ rows: [HEADER, ['a', 1, true]] })
  const targetId = await provider.spreadsheet({})
  provider.emulator.faults.add({ spreadsheetId: sourceId, effect: { answer } })
  await expect(sync(provider.google, buildJob({ sourceId, targetId }))).rejects.toMatchObject({
    reason,
    retryable: false,
    message: expect.stringContaining(text),
  })
})

test('a protected target range ends the run with an explanation', async () => {
  await using provider = await startTestProvider()
  const sourceId = await provider.spreadsheet({ rows: [HEADER, ['a', 1, true]] })
  const targetId = await provider.spreadsheet({})
  provider.emulator.faults.add({ kind: 'write', effect: { answer: 'protected_range' } })
  await expect(sync(provider.google, buildJob({ sourceId, targetId }))).rejects.toMatchObject({
    reason: 'protected',
    retryable: false,
    writes: 1,
    targetTitle: 'Untitled spreadsheet',
    message: expect.stringContaining('are protected'),
  })
})

test.each(['unavailable', 'internal', 'dropped'] as const)(
  'a provider that stays %s fails the attempt after five tries',
  async (answer) => {
    await using provider = await startTestProvider()
    const sourceId = await provider.spreadsheet({ rows: [HEADER, ['a', 1, true]] })
    const targetId = await provider.spreadsheet({})
    provider.emulator.faults.add({ spreadsheetId: sourceId, effect: { answer } })
    const failure = {
      reason: 'unavailable',
      retryable: true,
      reads: 6,
      message: expect.stringContaining('is temporarily unavailable'),
    }
    await expect(sync(provider.google, buildJob({ sourceId, targetId }))).rejects.toMatchObject(failure)
  },
)

test('when others used up the quota, the run waits and tries again', async () => {
  await using provider = await startTestProvider()
  const sourceId = await provider.spreadsheet({ rows: [HEADER, ['a', 1, true]] })
  const targetId = await provider.spreadsheet({})
  provider.emulator.faults.add({ kind: 'write', count: 1, effect: { answer: 'rate_limited', html: true } })
  const outcome = await sync(provider.google, buildJob({ sourceId, targetId }))
  expect(outcome).toMatchObject({ status: 'Success', writes: 2 })
  expect(outcome.waits.at(0)).toBeInstanceOf(Date)
  expect(outcome.waits.at(-1)).toBeNull()
})
