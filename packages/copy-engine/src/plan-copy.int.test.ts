import { tmpdir } from 'node:os'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Cell } from '#domain/copy/cell.ts'
import type { RowChange } from '#domain/copy/row-change.ts'
import type { LastTarget } from '#domain/copy/target-state.ts'
import { createMemoryProvider, type MemoryProvider } from '#tests/support/memory-provider.ts'
import type { MemoryCell } from '#tests/support/memory-tab.ts'
import { propertyRuns } from '#tests/support/property-runs.ts'
import { APPROVE_ALL, buildJob, RULES, sync } from '#tests/support/test-provider.ts'
import { SyncFailure } from './job/sync-failure.ts'
import type { SyncJob } from './job/sync-job.ts'
import { previewSync } from './preview-sync.ts'

/* For any state, the first pass of a run does exactly what its preview says. */

interface State {
  source: Cell[][]
  /** Undefined if the target's tab does not exist. */
  target: Cell[][] | undefined
  targetRows: number
  startRow: number
  /** Puts a date and a share into the first row to copy. */
  hasFormats: boolean
  /** Cell of a formula entered into the target before the run. */
  formulaAt: { row: number; column: number } | undefined
  /** Rows with long texts, to take several requests. */
  longRows: number
  /** Whether a run was made before, and whether this run relies on it. */
  hasRun: boolean
  forgets: boolean
  edits: { file: 'source' | 'target'; row: number; column: number; cell: Cell }[]
  /** Inserts a row into the source after the first run. */
  insertsRow: boolean
  /** Rows the source loses after the first run. */
  lostRows: number
  clearsTarget: boolean
  /** Merges, or protects for someone else, two rows and columns of the target from this cell. */
  blocker: { kind: 'merge' | 'protection'; row: number; column: number } | undefined
  job: { allowShrink: boolean; holdsEdits: boolean; preparesSkip: boolean }
}

const DATE: MemoryCell = { value: 45_322, format: { type: 'DATE', pattern: 'yyyy-mm-dd' } }
const SHARE: MemoryCell = { value: 0.125, format: { type: 'PERCENT', pattern: '0.0%' } }

const plain: State = {
  source: [['a', 1], ['b', 2], ['c']],
  target: [],
  targetRows: 14,
  startRow: 2,
  hasFormats: false,
  formulaAt: undefined,
  longRows: 0,
  hasRun: false,
  forgets: false,
  edits: [],
  insertsRow: false,
  lostRows: 0,
  clearsTarget: false,
  blocker: undefined,
  job: { allowShrink: false, holdsEdits: false, preparesSkip: false },
}
const renamed = { file: 'source', row: 1, column: 2, cell: 'title' } as const
const edit = { file: 'target', row: 3, column: 2, cell: 'by hand' } as const
const tenRows = Array.from({ length: 10 }, (_, row) => (row < 6 ? [row, 'only above'] : [row]))
const moved: State = { ...plain, hasRun: true, longRows: 60, insertsRow: true, targetRows: 100 }

const examples: State[] = [
  { ...plain, hasFormats: true, blocker: { kind: 'protection', row: 6, column: 1 } },
  plain,
  { ...plain, target: undefined, hasFormats: true },
  { ...plain, targetRows: 2, hasFormats: true },
  { ...plain, formulaAt: { row: 3, column: 2 } },
  { ...plain, source: [] },
  { ...plain, hasRun: true },
  { ...plain, hasRun: true, job: { ...plain.job, preparesSkip: true } },
  { ...plain, hasRun: true, edits: [edit] },
  { ...plain, hasRun: true, edits: [edit], job: { ...plain.job, holdsEdits: true } },
  { ...plain, hasRun: true, clearsTarget: true },
  { ...plain, hasRun: true, edits: [renamed] },
  { ...plain, hasRun: true, edits: [renamed], job: { ...plain.job, allowShrink: true } },
  { ...plain, source: tenRows, targetRows: 20, hasRun: true, lostRows: 6 },
  { ...plain, blocker: { kind: 'merge', row: 3, column: 1 } },
  { ...plain, blocker: { kind: 'protection', row: 3, column: 1 } },
  { ...plain, blocker: { kind: 'protection', row: 8, column: 7 } },
  { ...plain, hasRun: true, blocker: { kind: 'protection', row: 3, column: 1 } },
  moved,
]

const anyCell = fc.constantFrom<Cell>('', 1, 2, 'x', '007', true, '=1')
const anyRows = fc.array(fc.array(anyCell, { maxLength: 4 }), { maxLength: 8 })
const anyState: fc.Arbitrary<State> = fc.record({
  source: anyRows,
  target: fc.option(anyRows, { nil: undefined, freq: 6 }),
  targetRows: fc.integer({ min: 2, max: 14 }),
  startRow: fc.integer({ min: 1, max: 3 }),
  hasFormats: fc.boolean(),
  formulaAt: fc.option(fc.record({ row: fc.integer({ min: 1, max: 4 }), column: fc.integer({ min: 1, max: 8 }) }), {
    nil: undefined,
    freq: 3,
  }),
  longRows: fc.constant(0),
  hasRun: fc.boolean(),
  forgets: fc.boolean(),
  edits: fc.array(
    fc.record({
      file: fc.constantFrom('source' as const, 'target' as const),
      row: fc.integer({ min: 1, max: 8 }),
      column: fc.integer({ min: 1, max: 4 }),
      cell: anyCell,
    }),
    { maxLength: 3 },
  ),
  insertsRow: fc.boolean(),
  lostRows: fc.constantFrom(0, 0, 1, 6),
  clearsTarget: fc.boolean(),
  blocker: fc.option(
    fc.record({
      kind: fc.constantFrom('merge' as const, 'protection' as const),
      row: fc.integer({ min: 1, max: 8 }),
      column: fc.integer({ min: 1, max: 7 }),
    }),
    { nil: undefined, freq: 2 },
  ),
  job: fc.record({
    allowShrink: fc.boolean(),
    holdsEdits: fc.boolean(),
    preparesSkip: fc.boolean(),
  }),
})

type Ports = { lastTarget: () => Promise<LastTarget | undefined> }

/** Brings the provider into the state; returns the job of the run to compare. */
async function arrange(
  memory: MemoryProvider,
  state: State,
): Promise<{ job: SyncJob; ports: Ports; targetId: string }> {
  const long = Array.from({ length: state.longRows }, (_, row) => [`${row} `.padEnd(40_000, '.')])
  const header = Array.from({ length: state.startRow }, () => ['id', 'name', 'ok'])
  const sourceId = await memory.spreadsheet({ rows: [...header, ...state.source, ...long], rowCount: 100 })
  const { target } = state
  const targetId = await memory.spreadsheet(
    target ? { rows: target.slice(0, state.targetRows), rowCount: state.targetRows } : { title: 'Other' },
  )
  if (state.hasFormats) {
    await memory.fill(sourceId, `Sheet1!A${state.startRow + 1}`, [[DATE, SHARE]])
  }
  const settings = { startRow: state.startRow, ...(state.job.preparesSkip && { fileChecks: { preparesSkip: true } }) }
  let job = buildJob({ sourceId, targetId, targetTab: target ? '' : 'Sheet1', ...settings })
  let last: LastTarget | undefined
  if (state.hasRun) {
    // The second run completes the memory the third may rely on.
    for (const _pass of [1, 2]) {
      const run = await sync(memory.provider, { ...job, approval: APPROVE_ALL }, { lastTarget: async () => last })
      const { targetState, dataCopy } = run
      if (targetState && dataCopy) {
        const readRows = async (first: number, count: number) => dataCopy.rows.slice(first, first + count)
        last = { ...targetState, rowCount: dataCopy.rows.length, readRows }
      }
      job = { ...job, last: { ...run.left, tabs: job.last.tabs, memory: run.left.memory ?? job.last.memory } }
    }
  }
  await change(memory, { state, sourceId, targetId })
  const { allowShrink, holdsEdits, preparesSkip } = state.job
  const fileChecks = { preparesSkip, requestedAt: memory.now() }
  const answers = { approval: { allowShrink, accepted: [] }, rules: { ...RULES, holdsEdits }, fileChecks }
  const forgotten = { ...job, ...answers, last: { ...job.last, memory: undefined } }
  const remembered = job.last.memory
  const kept =
    remembered && !state.forgets
      ? { ...forgotten, last: job.last, fileChecks: { ...fileChecks, maySkip: preparesSkip } }
      : forgotten
  return { job: kept, ports: { lastTarget: async () => last }, targetId }
}

interface Change {
  state: State
  sourceId: string
  targetId: string
}

async function change(memory: MemoryProvider, { state, sourceId, targetId }: Change): Promise<void> {
  const size = (await readTab(memory, targetId))?.size ?? { rows: 0, columns: 0 }
  const fits = (row: number, column: number) => row <= size.rows && column <= size.columns
  if (state.insertsRow) {
    const range = { sheetId: 0, dimension: 'ROWS', startIndex: state.startRow, endIndex: state.startRow + 1 }
    await memory.edit(sourceId, { insertDimension: { range } })
    await memory.write(sourceId, `Sheet1!A${state.startRow + 1}`, [['inserted']])
  }
  if (state.lostRows > 0) {
    const range = {
      sheetId: 0,
      dimension: 'ROWS',
      startIndex: state.startRow,
      endIndex: state.startRow + state.lostRows,
    }
    await memory.edit(sourceId, { deleteDimension: { range } })
  }
  if (state.clearsTarget && fits(2, 1)) await memory.clear(targetId, 'Sheet1!A2:H14')
  for (const { file, row, column, cell } of state.edits) {
    const id = file === 'source' ? sourceId : targetId
    const isThere = file === 'source' || fits(row, column)
    if (isThere) await memory.write(id, `Sheet1!${'ABCD'[column - 1]}${row}`, [[cell]])
  }
  if (state.formulaAt && fits(state.formulaAt.row, state.formulaAt.column)) {
    const cell = `${'ABCDEFGH'[state.formulaAt.column - 1]}${state.formulaAt.row}`
    await memory.fill(targetId, `Sheet1!${cell}`, [[{ formula: '=1+1', value: 2 }]])
  }
  const { blocker } = state
  if (blocker && fits(blocker.row + 1, blocker.column + 1)) await obstruct(memory, { targetId, ...blocker })
}

interface Blocker extends NonNullable<State['blocker']> {
  targetId: string
}

async function obstruct(memory: MemoryProvider, { targetId, kind, row, column }: Blocker): Promise<void> {
  const columns = { startColumnIndex: column - 1, endColumnIndex: column + 1 }
  const range = { sheetId: 0, startRowIndex: row - 1, endRowIndex: row + 1, ...columns }
  const editors = { users: ['owner'] }
  const request =
    kind === 'merge'
      ? { mergeCells: { range, mergeType: 'MERGE_ALL' } }
      : { addProtectedRange: { protectedRange: { range, editors } } }
  await memory.edit(targetId, request)
}

async function readTab(memory: MemoryProvider, id: string) {
  const tab = await memory.describe(id)
  if (!tab) return undefined
  const { rowCount: rows, columnCount: columns } = tab
  const hasFormat = (at: number, from: number) => tab.rows.slice(from - 1).some((cells) => cells[at]?.format)
  return { size: { rows, columns }, hasFormat, text: JSON.stringify(tab) }
}

async function collectPreview(memory: MemoryProvider, { job, ports }: { job: SyncJob; ports: Ports }) {
  const changes: RowChange[] = []
  const { signal } = new AbortController()
  const saveChanges = async (rows: RowChange[]) => void changes.push(...rows)
  const sinks = { signal, tempDir: tmpdir(), onProgress() {}, onWait() {}, saveChanges }
  const planned = { ...job, fileChecks: { ...job.fileChecks, maySkip: false } }
  const preview = await previewSync(memory.provider, planned, { ...sinks, ...ports })
  const cells = changes.flatMap(({ row, cells }) => cells.map(({ column, after }) => ({ row, column, after })))
  return { ...preview, changed: inOrder(cells) }
}

interface ChangedCell {
  row: number
  column: number
  after: unknown
}

function asRefusal(error: unknown): 'refused' {
  if (error instanceof SyncFailure && error.reason === 'protected') return 'refused'
  throw error
}

const inOrder = (cells: readonly ChangedCell[]): string[] =>
  cells.map(({ row, column, after }) => `${row} ${column} ${JSON.stringify(after ?? '')}`).toSorted()

test('for any state, a run does in its first pass what its preview said', { tags: ['long'] }, async () => {
  const memory = createMemoryProvider()
  const reached = new Map<string, number>()
  const reach = (what: string, isReached: boolean) => reached.set(what, (reached.get(what) ?? 0) + Number(isReached))
  const check = async (state: State) => {
    const { job, ports, targetId } = await arrange(memory, state)
    const before = await readTab(memory, targetId)
    const preview = await collectPreview(memory, { job, ports })
    expect((await readTab(memory, targetId))?.text).toBe(before?.text)
    const run = await sync(memory.provider, job, ports).catch(asRefusal)
    if (run === 'refused') {
      expect(preview.warnings.join()).toContain('protected')
      reach('refused', true)
      return
    }
    const after = await readTab(memory, targetId)
    const isSkipped = run.kind === 'skipped'
    reach('skipped', isSkipped)
    // A run started from a preview is not skipped; any other run is, if nobody edited the files.
    if (isSkipped) {
      expect(preview.changed).toEqual([])
      expect(after?.text).toBe(before?.text)
      return
    }
    const isHeld = preview.holds.length > 0
    reach('held', isHeld)
    const causes = preview.holds.map(({ cause }) => cause)
    reach('held for another header than that of the last copy', causes.includes('columns_changed'))
    reach('held for fewer rows than the last copy', causes.includes('source_shrank'))
    reach('held for a column that is emptier than in the last copy', causes.includes('column_emptied'))
    expect(run.kind === 'held').toBe(isHeld)
    if (isHeld) {
      expect(run).toMatchObject({ holds: preview.holds, writes: 0 })
      expect(after?.text).toBe(before?.text)
      return
    }
    // A run writes and records the values dropped by a merge a second time.
    expect([...new Set(inOrder(run.changes.cells))]).toEqual(preview.changed)
    if (run.refusedCells === 0) expect(run.writes).toBe(preview.writes)
    else expect(run.writes).toBeGreaterThan(preview.writes)
    expect(run.edits?.count).toBe(preview.edits?.count)
    const logged = run.log.map(({ message }) => message)
    const warned = preview.warnings
    expect(logged.filter((line) => warned.includes(line))).toEqual(warned)
    expect(preview.createsTab).toBe(before === undefined && after !== undefined)
    if (before) expect(after?.size).toEqual(preview.growsTo ?? before.size)
    const gained = preview.columns.filter((_, at) => {
      const hadFormat = before?.hasFormat(at, job.startRow) ?? false
      return !hadFormat && after?.hasFormat(at, job.startRow)
    })
    expect(gained).toEqual([...new Set(preview.formats.map(({ column }) => column))])
    // If the target has formulas, a run reads their results once more.
    const isSettled = state.formulaAt === undefined && run.refusedCells === 0
    if (isSettled) expect(run.reads).toBe(preview.reads)
    reach('reads as forecast', isSettled)
    reach('changed', preview.changed.length > 0)
    reach('unchanged', preview.changed.length === 0)
    reach('creates the tab', preview.createsTab)
    reach('grows', preview.growsTo !== undefined)
    reach('formats', preview.formats.length > 0)
    reach('warned', warned.length > 0)
    reach(
      'a merge in the way',
      warned.some((line) => line.includes('merged')),
    )
    reach('protected cells beside the copy', state.blocker?.kind === 'protection')
    reach('accepted against the last copy', run.wasAccepted)
    reach('edits', preview.edits !== undefined)
    reach('several requests', state.longRows > 0 && run.writes > 1)
  }
  const asExamples = examples.map((state): [State] => [state])
  await fc.assert(fc.asyncProperty(anyState, check), propertyRuns({ few: 4, all: 40, examples: asExamples }))
  expect([...reached].filter(([, times]) => times === 0)).toEqual([])
  expect(reached.size).toBe(18)
})
