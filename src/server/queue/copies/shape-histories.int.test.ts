import { isDeepStrictEqual } from 'node:util'
import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { columnLetters } from '#domain/copy/a1.ts'
import { type Cell, isSameCell } from '#domain/copy/cell.ts'
import { runSync } from '#engine/run-sync.ts'
import { findChangeSets } from '#server/runs/change-pages.ts'
import { tasks } from '#server/storage/live-tables.ts'
import { propertyRuns } from '#tests/support/property-runs.ts'
import { startTestCluster } from '#tests/support/test-cluster.ts'
import { startTestProvider } from '#tests/support/test-provider.ts'

const HEADER = ['Name', 'Status', 'Amount']
const [ROWS, COLUMNS, START_ROW, SOURCE_ROWS] = [24, 9, 2, 12]
const [FIRST_ROW, FIRST_COLUMN] = [4, 3]

const word = fc.constantFrom<Cell[]>('open', 'closed', '', 1, 20, 300, true, "it's", '0042')
const anyStep = fc.oneof(
  fc.record({
    kind: fc.constantFrom('editSource' as const, 'editTarget' as const, 'editBeside' as const),
    row: fc.nat(8),
    column: fc.nat(2),
    cell: word,
  }),
  fc.record({ kind: fc.constantFrom('insertRow' as const, 'deleteRow' as const), row: fc.nat(6), cell: word }),
  fc.record({
    kind: fc.constant('shape' as const),
    columns: fc.constantFrom('', 'Name', 'Amount as Total, Name', 'Status, Amount, Name, Status as Again'),
    rows: fc.constantFrom('', 'Status = open', 'Amount > 10', 'Name is not empty; Status != closed'),
  }),
  fc.record({
    kind: fc.constant('run' as const),
    fails: fc.constantFrom(undefined, undefined, { answer: 'unavailable', applied: true } as const),
  }),
  fc.record({ kind: fc.constant('undo' as const), which: fc.nat() }),
)
type Step = typeof anyStep extends fc.Arbitrary<infer S> ? S : never

interface Fields {
  columns: string
  rows: string
}

/** Text where the condition of the task needs a number. */
const UNREAD_TEXT: Step[] = [
  { kind: 'editSource', row: 1, column: 2, cell: '0042' },
  { kind: 'shape', columns: '', rows: 'Amount > 10' },
  { kind: 'run', fails: undefined },
  { kind: 'editSource', row: 0, column: 2, cell: 'open' },
  { kind: 'editSource', row: 1, column: 2, cell: '' },
  { kind: 'editSource', row: 2, column: 2, cell: '' },
  { kind: 'editSource', row: 3, column: 2, cell: '' },
  { kind: 'run', fails: undefined },
  { kind: 'run', fails: undefined },
]

const AMOUNT = HEADER.indexOf('Amount')
const isText = (cell: Cell | undefined) => typeof cell === 'string' && cell !== ''

/** The shape of the last run that found only text in the column. Only the first run with a shape warns. */
type WarnedShape = Fields | 'none' | 'unknown'

/** The expected status of a run by the simplest rules; undefined if it is unknown whether the last copy warned. */
function expectStatus(
  source: Cell[][],
  fields: Fields,
  last: WarnedShape,
): [status: string | undefined, warned?: Fields] {
  const amounts = source.slice(1).map((row) => row[AMOUNT])
  if (fields.rows !== 'Amount > 10' || !amounts.some(isText)) return ['Success']
  if (amounts.some((cell) => typeof cell === 'number')) return ['Warning']
  if (last === 'unknown') return [undefined, fields]
  return [isDeepStrictEqual(last, fields) ? 'Success' : 'Warning', fields]
}

/** The expected rows of a target by the simplest rules. */
function model(source: Cell[][], { columns, rows }: Fields): Cell[][] {
  const at = (row: Cell[] | undefined, name: string) => row?.[HEADER.indexOf(name)] ?? ''
  const meets: Record<string, (row: Cell[]) => boolean> = {
    '': () => true,
    'Status = open': (row) => at(row, 'Status') === 'open',
    // Rows whose amount is text are copied with a warning.
    'Amount > 10': (row) => isText(row[AMOUNT]) || (typeof row[AMOUNT] === 'number' && row[AMOUNT] > 10),
    'Name is not empty; Status != closed': (row) => at(row, 'Name') !== '' && at(row, 'Status') !== 'closed',
  }
  const chosen = columns === '' ? HEADER : columns.split(', ')
  const kept = source.slice(1).filter((row) => meets[rows]?.(row))
  const cells = kept.map((row) => chosen.map((name) => at(row, name.split(' as ')[0] ?? '')))
  return [chosen.map((name) => name.split(' as ').at(-1) ?? ''), ...cells]
}

test('whatever people do to source, target and shape, a run is exact, and an undo leaves only edits', {
  tags: ['long'],
}, async () => {
  await using provider = await startTestProvider()
  await using cluster = await startTestCluster()
  const typeId = await cluster.addType({ maxRetries: 1, allowedConcurrentTasks: 5 })
  const queue = await cluster.startNode({ sync: runSync, google: provider.google })
  const seen = {
    exact: 0,
    undone: 0,
    editsKept: 0,
    lateWrites: 0,
    shapesEdited: 0,
    remembered: 0,
    filtered: 0,
    warned: 0,
    warnedBefore: 0,
  }

  async function openWorld() {
    const data: Cell[][] = [
      ['Ann', 'open', 5],
      ['Bob', 'closed', 20],
      ['Cy', 'open', 300],
      ['Di', '', 1],
    ]
    const sourceSsId = await provider.spreadsheet({ rows: [HEADER, ...data], rowCount: SOURCE_ROWS, columnCount: 3 })
    const marks = Array.from({ length: ROWS }, (_, row) =>
      Array.from({ length: COLUMNS }, (_, at) => (row < FIRST_ROW - 1 || at < FIRST_COLUMN - 1 ? `${row} ${at}` : '')),
    )
    const targetSsId = await provider.spreadsheet({ rows: marks, rowCount: ROWS, columnCount: COLUMNS })
    let fields: Fields = { columns: '', rows: 'Status = open' }
    const place = { startRow: START_ROW, targetCell: `${columnLetters(FIRST_COLUMN)}${FIRST_ROW}`, header: null }
    const taskId = await cluster.addTask(typeId, { sourceSsId, targetSsId, beside: 'leave', ...place, ...fields })
    let [time, width] = [0, 0]
    let sourceRows = SOURCE_ROWS
    let warned: WarnedShape = 'none'
    const edits: { key: string; at: number }[] = []
    const before: { runId: number; cells: Cell[][]; at: number; width: number }[] = []

    const findCell = (cells: Cell[][], row: number, column: number) => cells[row - 1]?.[column - 1] ?? ''

    async function run(start: () => Promise<unknown>): Promise<string> {
      const [cells, earlierWidth] = [await provider.read(targetSsId), width]
      await cluster.setTime(provider.now().toISOString())
      time += 1
      await start()
      const { id: runId, status } = await cluster.untilEnded(taskId)
      if ((await findChangeSets(cluster.orm, { taskId, runId }))?.[0])
        before.push({ runId, cells, at: time, width: earlierWidth })
      return status
    }

    async function expectExact(): Promise<void> {
      const [source, target] = [await provider.read(sourceSsId), await provider.read(targetSsId)]
      const expected = model(source, fields)
      const newWidth = expected[0]?.length ?? 0
      for (let row = FIRST_ROW; row <= ROWS; row += 1) {
        for (let at = 0; at < Math.max(width, newWidth); at += 1) {
          const wanted = expected[row - FIRST_ROW]?.[at] ?? ''
          const held = findCell(target, row, FIRST_COLUMN + at)
          expect(isSameCell(held, wanted), `${row} ${at}: ${held} instead of ${wanted}`).toBe(true)
        }
      }
      // Columns that the task left and cleared no longer belong to it.
      width = newWidth
      seen.exact += 1
      if (fields.rows !== '') seen.filtered += 1
    }

    /** Checks that only the region has changed. */
    async function expectSameBeside(earlier: Cell[][]): Promise<void> {
      const target = await provider.read(targetSsId)
      for (let row = 1; row <= ROWS; row += 1) {
        for (let column = 1; column <= COLUMNS; column += 1) {
          if (row >= FIRST_ROW && column >= FIRST_COLUMN && column < FIRST_COLUMN + 4) continue
          expect(findCell(target, row, column), `${row} ${column}`).toEqual(findCell(earlier, row, column))
        }
      }
    }

    async function undo(which: number): Promise<void> {
      const known = before.at(which % Math.max(1, before.length))
      if (!known) return
      warned = 'unknown'
      const undoRequest = { beforeRunId: known.runId, edited: 'leave' as const, editedDigest: '' }
      if ((await run(() => queue.undo({ taskId, undo: undoRequest, triggeredBy: 'jo' }))) === 'Error') return
      // Columns that only undone runs wrote no longer belong to the task.
      width = known.width
      const edited = new Set(edits.filter(({ at }) => at >= known.at).map(({ key }) => key))
      const after = await provider.read(targetSsId)
      for (let row = 1; row <= ROWS; row += 1) {
        for (let column = 1; column <= COLUMNS; column += 1) {
          if (isSameCell(findCell(after, row, column), findCell(known.cells, row, column))) continue
          expect(edited, `${row} ${column} is not as before run ${known.runId}`).toContain(`${row} ${column}`)
          seen.editsKept += 1
        }
      }
      seen.undone += 1
    }

    async function edit(row: number, column: number, cell: Cell): Promise<void> {
      time += 1
      edits.push({ key: `${row} ${column}`, at: time })
      await provider.write(targetSsId, `Sheet1!${columnLetters(column)}${row}`, [[cell === '' ? 'by hand' : cell]])
    }

    async function runAll(fails: Extract<Step, { kind: 'run' }>['fails']): Promise<void> {
      const earlier = await provider.read(targetSsId)
      if (fails) {
        provider.emulator.faults.add({ operation: 'values.batchUpdate', effect: fails, count: 1 })
        seen.lateWrites += 1
      }
      const status = await run(() => queue.runTask({ taskId, triggeredBy: 'jo', allowShrink: true }))
      provider.emulator.faults.clear()
      const [expected = status, ofShape] = expectStatus(await provider.read(sourceSsId), fields, warned)
      expect(status).toBe(expected)
      if (status === 'Warning') seen.warned += 1
      else if (ofShape) seen.warnedBefore += 1
      warned = ofShape ?? 'none'
      await expectExact()
      await expectSameBeside(earlier)
      if ((await cluster.readRun(taskId)).cellsChanged === 0) seen.remembered += 1
    }

    const changeSource = (request: object) =>
      provider.call('POST', `/${sourceSsId}:batchUpdate`, { requests: [request] })

    /** Adds rows to the grid of the source, as a person must before an edit below its end. Earlier steps may have deleted rows. */
    async function growSource(row: number): Promise<void> {
      if (row <= sourceRows) return
      await changeSource({ appendDimension: { sheetId: 0, dimension: 'ROWS', length: row - sourceRows } })
      sourceRows = row
    }

    return async function take(step: Step): Promise<void> {
      switch (step.kind) {
        case 'run':
          return await runAll(step.fails)
        case 'undo':
          return await undo(step.which)
        case 'editTarget':
          return await edit(FIRST_ROW + step.row, FIRST_COLUMN + step.column, step.cell)
        case 'editBeside':
          return await edit(FIRST_ROW + step.row, 1 + (step.column % 2), step.cell)
        case 'editSource':
          await growSource(step.row + 2)
          return await provider.write(sourceSsId, `Sheet1!${columnLetters(step.column + 1)}${step.row + 2}`, [
            [step.cell],
          ])
        case 'shape': {
          const { kind: _, ...changed } = step
          fields = changed
          seen.shapesEdited += 1
          await cluster.orm.update(tasks).set(fields).where(eq(tasks.id, taskId))
          return
        }
        default: {
          await growSource(step.row + 2)
          const range = { sheetId: 0, dimension: 'ROWS', startIndex: step.row + 1, endIndex: step.row + 2 }
          const request =
            step.kind === 'insertRow'
              ? { insertDimension: { range, inheritFromBefore: true } }
              : { deleteDimension: { range } }
          await changeSource(request)
          sourceRows += step.kind === 'insertRow' ? 1 : -1
          if (step.kind === 'insertRow')
            await provider.write(sourceSsId, `Sheet1!A${step.row + 2}`, [['new', 'open', step.cell]])
        }
      }
    }
  }

  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { minLength: 5, maxLength: 10 }), async (steps) => {
      const take = await openWorld()
      for (const step of steps) await take(step)
      await take({ kind: 'run', fails: undefined })
      await take({ kind: 'run', fails: undefined })
      await take({ kind: 'insertRow', row: 0, cell: 20 })
      await take({ kind: 'run', fails: { answer: 'unavailable', applied: true } })
      await take({ kind: 'editTarget', row: 1, column: 0, cell: 'mine' })
      await take({ kind: 'undo', which: -1 })
      await take({ kind: 'undo', which: 0 })
    }),
    { ...propertyRuns({ few: 2, all: 15, examples: [[UNREAD_TEXT]] }), endOnFailure: true },
  )
  for (const [what, count] of Object.entries(seen)) expect(count, what).toBeGreaterThan(0)
})
