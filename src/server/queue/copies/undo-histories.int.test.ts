import { desc, eq } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { columnLetters } from '#domain/copy/a1.ts'
import { changesIn } from '#domain/copy/change-block.ts'
import { type Entered, isSameEntry } from '#domain/copy/entered.ts'
import { type CellFormat, type FormatSegment, isSameFormat } from '#domain/copy/format-segment.ts'
import { runSync } from '#engine/run-sync.ts'
import type { ChangeHistory } from '#engine/undo/change-history.ts'
import { previewUndo } from '#engine/undo/preview-undo.ts'
import { enteredIn } from '#server/google/read-cells.ts'
import { readChangeHistory } from '#server/runs/change-history.ts'
import { changeSets } from '#server/storage/schema.ts'
import { propertyRuns } from '#tests/support/property-runs.ts'
import { startTestCluster } from '#tests/support/test-cluster.ts'
import { startTestProvider } from '#tests/support/test-provider.ts'

const ROWS = 7
const COLUMNS = 4
/** Number of tries of an attempt's first write. */
const TRIES = 5

type Value = string | number | boolean
/** Values entered as a person would enter them, so a text can become a formula or a date. */
const anyValue = fc.constantFrom<Value>('', 'a', 'b', 1, 2, true, '=1+1', '=A1&"x"', '2024-01-31', "'=text")
const anyPlace = { row: fc.integer({ min: 2, max: ROWS }), column: fc.integer({ min: 1, max: COLUMNS }) }

const anyStep = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('source' as const), ...anyPlace, value: anyValue }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('edit' as const), ...anyPlace, value: anyValue }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('run' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('break' as const),
      after: fc.integer({ min: 0, max: 2 }),
      applied: fc.boolean(),
      isRetried: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('undo' as const),
      which: fc.nat(),
      edited: fc.constantFrom('leave' as const, 'overwrite' as const),
    }),
  },
)
type Step = typeof anyStep extends fc.Arbitrary<infer S> ? S : never

/** C2 is edited after the first run, before a run changes it for the first time, and again after that run. */
const editedBetween: Step[] = [
  { kind: 'source', row: 2, column: 2, value: 'a' },
  { kind: 'run' },
  { kind: 'edit', row: 2, column: 3, value: '=A1&"x"' },
  { kind: 'run' },
  { kind: 'edit', row: 2, column: 3, value: 1 },
  { kind: 'undo', which: 1, edited: 'overwrite' },
]

/** Only the second run reaches column D, where someone edits a cell. */
const wider: Step[] = [
  { kind: 'source', row: 2, column: 2, value: 'a' },
  { kind: 'run' },
  { kind: 'source', row: 2, column: 4, value: 1 },
  { kind: 'source', row: 3, column: 4, value: 'b' },
  { kind: 'run' },
  { kind: 'edit', row: 3, column: 4, value: 2 },
  { kind: 'undo', which: 1, edited: 'leave' },
]

type Grid = { entries: Entered[][]; formats: (CellFormat | null)[][] }

/** Opens a task with its source and target, and records the content of the target before each run. */
async function openWorld(parts: { provider: Provider; cluster: Cluster }) {
  const { provider, cluster } = parts
  // The source gets wider from run to run.
  const sourceSsId = await provider.spreadsheet({ rows: [['id', 'b']], rowCount: ROWS, columnCount: COLUMNS })
  const targetSsId = await provider.spreadsheet({ rows: [['id']], rowCount: ROWS, columnCount: COLUMNS })
  const taskId = await cluster.addTask(parts.cluster.typeId, { sourceSsId, targetSsId })
  /** Edits of the target by people, in order. */
  const edits: { key: string; at: number }[] = []
  const before = new Map<number, { grid: Grid; at: number }>()
  let time = 0

  async function readTarget(): Promise<Grid> {
    const fields = 'sheets.data.rowData.values(userEnteredValue,userEnteredFormat.numberFormat)'
    const range = encodeURIComponent(`Sheet1!A1:${columnLetters(COLUMNS)}${ROWS}`)
    const body = await provider.call<GridReply>('GET', `/${targetSsId}?ranges=${range}&fields=${fields}`)
    const cells = Array.from({ length: ROWS }, (_, row) =>
      Array.from({ length: COLUMNS }, (_, at) => body.sheets[0]?.data?.[0]?.rowData?.[row]?.values?.[at] ?? {}),
    )
    return {
      entries: cells.map((row) => row.map((cell) => enteredIn(cell) ?? null)),
      formats: cells.map((row) => row.map((cell) => cell.userEnteredFormat?.numberFormat ?? null)),
    }
  }

  async function run(start: () => Promise<unknown>): Promise<void> {
    const grid = await readTarget()
    time += 1
    if (world.breakNext) provider.emulator.faults.add(world.breakNext)
    await start()
    const { id } = await cluster.readRun(taskId)
    before.set(id, { grid, at: time })
    await cluster.untilEnded(taskId)
    provider.emulator.faults.clear()
    world.breakNext = undefined
  }

  const world = {
    /** The fault that breaks off the next run or undo. */
    breakNext: undefined as Parameters<Provider['emulator']['faults']['add']>[0] | undefined,
    taskId,
    targetSsId,
    before,
    readTarget,
    run,
    enterSource: (row: number, column: number, value: Value) =>
      provider.write(sourceSsId, `Sheet1!${columnLetters(column)}${row}`, [[value]], 'USER_ENTERED'),
    async edit(row: number, column: number, value: Value): Promise<void> {
      time += 1
      edits.push({ key: `${row} ${column}`, at: time })
      await provider.write(targetSsId, `Sheet1!${columnLetters(column)}${row}`, [[value]], 'USER_ENTERED')
    },
    editedSince: (at: number) => new Set(edits.filter((edit) => edit.at >= at).map(({ key }) => key)),
  }
  return world
}

interface GridReply {
  sheets: { data?: { rowData?: { values?: Parameters<typeof enteredIn>[0][] }[] }[] }[]
}
type Provider = Awaited<ReturnType<typeof startTestProvider>>
type Cluster = Awaited<ReturnType<typeof startTestCluster>> & {
  typeId: number
  untilEnded(taskId: number): Promise<unknown>
}
type World = Awaited<ReturnType<typeof openWorld>>

/** Lists the cells that differ from their state before a run. */
function differences({ entries, formats }: Grid, expected: Grid): { key: string; isFormat: boolean }[] {
  const found: { key: string; isFormat: boolean }[] = []
  for (let row = 0; row < ROWS; row += 1) {
    for (let at = 0; at < COLUMNS; at += 1) {
      const key = `${row + 1} ${at + 1}`
      if (!isSameEntry(entries[row]?.[at], expected.entries[row]?.[at])) found.push({ key, isFormat: false })
      if (!isSameFormat(formats[row]?.[at], expected.formats[row]?.[at])) found.push({ key, isFormat: true })
    }
  }
  return found
}

/** Lists the cells of these segments, row by row. */
function listPlaces(segments: readonly FormatSegment[]): string[] {
  const places = segments.flatMap(({ column, firstRow, lastRow }) =>
    Array.from({ length: lastRow - firstRow + 1 }, (_, down) => ({ row: firstRow + down, column })),
  )
  return places
    .toSorted((one, other) => one.row - other.row || one.column - other.column)
    .map(({ row, column }) => `${row} ${column}`)
}

/** Maps each changed cell to the first run that changed it. */
async function findFirstRuns(history: ChangeHistory): Promise<Map<string, number>> {
  const first = new Map<string, number>()
  for (const { runId } of history.runs) {
    for (const block of await history.readBlocks(runId, { firstRow: 1, lastRow: ROWS })) {
      for (const { row, column } of changesIn(block)) first.set(`${row} ${column}`, runId)
    }
  }
  return first
}

interface UndoneTarget {
  world: World
  /** The target before the undone run. */
  known: { grid: Grid; at: number }
  history: ChangeHistory
  firstRuns: Map<string, number>
  listed: string[]
  edited: 'leave' | 'overwrite'
  atStart: Grid
  after: Grid
}

/**
 * Checks each cell after an undo. A cell without edits is as before the run. An edited cell has the value found by the first
 * run that changed it, because earlier values were not recorded. Or an edit stays: the latest edit, or an edit that a later run
 * had replaced.
 */
function findProblem({
  world,
  known,
  firstRuns,
  listed,
  edited,
  history,
  atStart,
  after,
}: UndoneTarget): string | undefined {
  const editedSince = world.editedSince(known.at)
  for (const key of listed) if (!editedSince.has(key)) return `${key} is listed as edited`
  for (const { key } of differences(after, known.grid)) {
    if (!editedSince.has(key)) return `${key} is not as before the run`
  }
  const gridBefore = (runId: number) => world.before.get(runId)?.grid ?? []
  for (const [key, firstRunId] of firstRuns) {
    const stays = edited === 'leave' && listed.includes(key)
    const grids = stays
      ? [atStart, ...history.runs.flatMap(({ runId }) => gridBefore(runId))]
      : [gridBefore(firstRunId)].flat()
    const isAsIn = (grid: Grid) => !differences(after, grid).some((cell) => cell.key === key && !cell.isFormat)
    if (!grids.some(isAsIn)) return `${key} is not as run ${firstRunId} found it`
  }
  const touched = differences(after, atStart).find(({ key, isFormat }) => !isFormat && !firstRuns.has(key))
  return touched && `${touched.key} was changed by no run`
}

test('whatever runs, edits, failures and undos came before, an undo gives the previous values, except for edits as listed', {
  tags: ['long'],
}, async () => {
  await using provider = await startTestProvider()
  await using opened = await startTestCluster()
  const typeId = await opened.addType({ maxRetries: 1, allowedConcurrentTasks: 5 })
  const cluster = { ...opened, typeId, [Symbol.asyncDispose]: async () => {} }
  const { orm } = opened
  const queue = await opened.startNode({ sync: runSync, google: provider.google })
  const seen = {
    undos: 0,
    undosOfUndos: 0,
    editedLeft: 0,
    editedOverwritten: 0,
    editedBetween: 0,
    formats: 0,
    previewedFormats: 0,
    broken: 0,
  }

  async function undo(world: World, { which, edited }: Extract<Step, { kind: 'undo' }>): Promise<void> {
    const { taskId, targetSsId } = world
    const kept = await orm
      .select({ runId: changeSets.runId })
      .from(changeSets)
      .where(eq(changeSets.taskId, taskId))
      .orderBy(desc(changeSets.runId))
      .limit(10)
    const runId = kept[which % Math.max(1, kept.length)]?.runId
    const known = runId === undefined ? undefined : world.before.get(runId)
    if (runId === undefined || !known) return
    const history = await readChangeHistory(orm, { taskId, fromRunId: runId, targetSsId })
    const job = { access: { accounts: [], owner: '' }, history, beforeRunId: runId }
    const { signal } = new AbortController()
    const preview = await previewUndo(provider.google, { job, tempDir: '/tmp', signal })
    const listed = preview.edited.first.map(({ row, column }) => `${row} ${column}`)
    const atStart = await world.readTarget()
    const undoRequest = { beforeRunId: runId, edited, editedDigest: preview.edited.digest }
    await world.run(() => queue.undo({ taskId, undo: undoRequest, triggeredBy: 'jo' }))

    const run = await opened.readRun(taskId)
    if (run.status === 'Error') return
    const after = await world.readTarget()
    const left = differences(after, known.grid)
    const firstRuns = await findFirstRuns(history)
    const log = async () => JSON.stringify({ log: await opened.readLog(taskId), listed, left, history: history.runs })
    const problem = findProblem({ world, known, firstRuns, listed, edited, history, atStart, after })
    if (problem) throw new Error(`${problem}: ${await log()}`)
    const written = differences(after, atStart)
    const cells = written.filter(({ isFormat }) => !isFormat)
    expect(cells.length, await log()).toBe(edited === 'overwrite' ? preview.cellsWithEdited : preview.cells)
    expect(written.filter(({ isFormat }) => isFormat).map(({ key }) => key)).toEqual(listPlaces(preview.formats))
    seen.previewedFormats += preview.formats.length
    seen.undos += 1
    seen.undosOfUndos += history.runs.some((each) => each.runId !== runId) ? 1 : 0
    seen.formats += history.runs.some(({ formats }) => formats.length > 0) ? 1 : 0
    seen.editedLeft += edited === 'leave' && listed.length > 0 ? 1 : 0
    seen.editedBetween += left.some(
      ({ key }) => firstRuns.has(key) && (edited === 'overwrite' || !listed.includes(key)),
    )
      ? 1
      : 0
    seen.editedOverwritten += edited === 'overwrite' && listed.length > 0 ? 1 : 0
  }

  async function take(world: World, step: Step): Promise<void> {
    if (step.kind === 'source') return await world.enterSource(step.row, step.column, step.value)
    if (step.kind === 'edit') return await world.edit(step.row, step.column, step.value)
    if (step.kind === 'undo') return await undo(world, step)
    if (step.kind === 'break') {
      const { after, applied, isRetried } = step
      const count = isRetried ? TRIES : 10 * TRIES
      world.breakNext = { kind: 'write', after, count, effect: { answer: 'unavailable', applied } }
      seen.broken += 1
      return
    }
    await world.run(() => queue.runTask({ taskId: world.taskId, triggeredBy: 'jo', allowShrink: true }))
  }

  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { minLength: 6, maxLength: 20 }), async (steps) => {
      provider.emulator.faults.clear()
      const world = await openWorld({ provider, cluster })
      for (const step of steps) await take(world, step)
      world.breakNext = undefined
      // Every history ends with an edit of a cell that a run had changed before.
      await world.enterSource(2, 2, `new ${world.taskId}`)
      await world.run(() => queue.runTask({ taskId: world.taskId, triggeredBy: 'jo', allowShrink: true }))
      await world.edit(2, 2, `by hand ${world.taskId}`)
      await undo(world, { kind: 'undo', which: 0, edited: 'overwrite' })
      for (const which of [0, 3]) await undo(world, { kind: 'undo', which, edited: 'leave' })
    }),
    { ...propertyRuns({ few: 6, fewSeed: 1, all: 23, examples: [[editedBetween], [wider]] }), endOnFailure: true },
  )
  for (const [what, count] of Object.entries(seen)) expect(count, what).toBeGreaterThan(0)
})
