import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { columnLetters } from '#domain/copy/a1.ts'
import { type Cell, isSameCell, rowWidth } from '#domain/copy/cell.ts'
import { DAY_MS } from '#domain/time.ts'
import { runSync } from '#engine/run-sync.ts'
import { findChangeSets } from '#server/runs/change-pages.ts'
import { tasks } from '#server/storage/live-tables.ts'
import { type BrokenWrite, breakWrites } from '#tests/support/break-writes.ts'
import { passLateWrites } from '#tests/support/pass-late-writes.ts'
import { propertyRuns } from '#tests/support/property-runs.ts'
import { startTestCluster } from '#tests/support/test-cluster.ts'
import { startTestProvider } from '#tests/support/test-provider.ts'

const HEADER = ['Name', 'Status', 'Amount']
const [FIRST_ROW, FIRST_COLUMN, WIDTH] = [3, 2, 4]

const word = fc.constantFrom<Cell>('open', 'closed', '', 1, 20, true, "it's", '0042')
const anyBreak = fc.record({
  rowsApplied: fc.nat(3),
  rest: fc.constantFrom('lost' as const, 'late' as const),
  /** Edit by a person before the next attempt. */
  between: fc.constantFrom(undefined, undefined, 'below' as const, 'insert' as const),
})
const anyStep = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('source' as const), row: fc.nat(4), column: fc.nat(2), cell: word }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('edit' as const),
      which: fc.nat(),
      column: fc.integer({ min: 1, max: 3 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('below' as const), gap: fc.nat(1) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('insert' as const) }) },
  {
    weight: 5,
    arbitrary: fc.record({ kind: fc.constant('run' as const), breaks: fc.array(anyBreak, { maxLength: 3 }) }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('undo' as const), which: fc.nat() }) },
)
type Step = typeof anyStep extends fc.Arbitrary<infer S> ? S : never
type Break = typeof anyBreak extends fc.Arbitrary<infer S> ? S : never

interface ModelRow {
  row: number
  cells: Cell[]
  /** Undefined for a row that a person added. */
  runId?: number
  edited: Set<number>
}

test('whatever breaks off or lands late, each run that ends has its rows once, whole and below all others', {
  tags: ['long'],
}, async () => {
  await using provider = await startTestProvider()
  await using cluster = await startTestCluster()
  const typeId = await cluster.addType({ maxRetries: 2, allowedConcurrentTasks: 5 })
  const broken = breakWrites(provider.google)
  const queue = await cluster.startNode({
    sync: runSync,
    google: broken.google,
    timing: { heartbeatMs: 20, leaseMs: DAY_MS },
  })
  const seen = { added: 0, resumed: 0, broken: 0, landed: 0, takenBack: 0, moved: 0, undone: 0, editsKept: 0 }

  async function openWorld() {
    const sourceSsId = await provider.spreadsheet({
      rows: [HEADER, ['Ann', 'open', 5], ['Bob', '', 20], ['', '', ''], ['Cy', 'open', 300]],
      rowCount: 7,
      columnCount: 3,
    })
    const marks = Array.from({ length: 12 }, (_, row) => [`mark ${row}`])
    const targetSsId = await provider.spreadsheet({ rows: marks, rowCount: 12, columnCount: 7 })
    const place = { startRow: 2, targetCell: `${columnLetters(FIRST_COLUMN)}${FIRST_ROW}` }
    const taskId = await cluster.addTask(typeId, { sourceSsId, targetSsId, ...place, mode: 'append', timeColumn: 'At' })
    /** The expected rows of the target. */
    let rows: ModelRow[] = []
    let undoable: number[] = []
    let hasBrokenOff = false
    let garbage = false

    async function region(): Promise<Cell[][]> {
      const cells = await provider.read(targetSsId)
      return cells.map((row) => row.slice(FIRST_COLUMN - 1, FIRST_COLUMN - 1 + WIDTH))
    }

    async function lastFilledRow(): Promise<number> {
      return (await region()).findLastIndex((row) => rowWidth(row) > 0) + 1
    }

    /** Compares the region with the expected rows. Ignores other rows if an unfinished run may have left any. */
    async function expectRows(): Promise<void> {
      const held = await region()
      for (let row = FIRST_ROW; row <= Math.max(held.length, ...rows.map((each) => each.row)); row += 1) {
        const known = rows.find((each) => each.row === row)
        for (let at = 0; at < WIDTH; at += 1) {
          const wanted = known?.cells[at] ?? ''
          const cell = held[row - 1]?.[at] ?? ''
          if (known || !garbage) expect(isSameCell(cell, wanted), `${row} ${at}: ${cell}, not ${wanted}`).toBe(true)
        }
      }
    }

    function header(runId: number): ModelRow {
      return { row: FIRST_ROW, cells: ['At', ...HEADER], runId, edited: new Set() }
    }

    async function below(gap: number): Promise<void> {
      // A pending write lands where it was sent, whatever people do there meanwhile.
      const end = broken.isOnItsWay() ? Math.max(await lastFilledRow(), FIRST_ROW) + 6 : await lastFilledRow()
      const row = end + 1 + gap
      rows.push({ row, cells: ['mine', '', 'x', ''], edited: new Set() })
      await grow(row)
      await provider.write(targetSsId, `Sheet1!${columnLetters(FIRST_COLUMN)}${row}`, [['mine', '', 'x']])
    }

    async function grow(row: number): Promise<void> {
      const length = row + 1
      const request = { appendDimension: { sheetId: 0, dimension: 'ROWS', length } }
      await provider.call('POST', `/${targetSsId}:batchUpdate`, { requests: [request] })
    }

    async function insert(): Promise<void> {
      if (broken.isOnItsWay()) return
      const range = { sheetId: 0, dimension: 'ROWS', startIndex: FIRST_ROW - 2, endIndex: FIRST_ROW - 1 }
      await provider.call('POST', `/${targetSsId}:batchUpdate`, {
        requests: [{ insertDimension: { range, inheritFromBefore: true } }],
      })
      rows = rows.map((each) => (each.row < FIRST_ROW - 1 ? each : { ...each, row: each.row + 1 }))
      undoable = []
    }

    async function landWrites(): Promise<void> {
      seen.landed += await broken.land()
    }

    async function finish(start: () => Promise<unknown>): Promise<{ id: number; status: string; attempt: number }> {
      await start()
      return await passLateWrites(cluster, { taskId, onWait: landWrites })
    }

    async function runOnce(breaks: readonly Break[]): Promise<void> {
      for (const { rowsApplied, rest, between } of breaks) {
        const acts = { below: () => below(0), insert }
        const write: BrokenWrite = { rowsApplied, rest, ...(between && { onBroken: acts[between] }) }
        broken.breaks.push(write)
      }
      const isFirst = !rows.some(({ row: known }) => known >= FIRST_ROW)
      let row = Math.max(FIRST_ROW - 1, ...rows.map((each) => each.row)) + 1
      const { id, status, attempt } = await finish(() =>
        queue.runTask({ taskId, triggeredBy: 'jo', allowShrink: true }),
      )
      const pending = broken.breaks.splice(0).length
      if (pending < breaks.length) seen.broken += 1
      if (status !== 'Success') {
        expect(status, (await cluster.readLog(taskId)).join('\n')).toBe('Error')
        if ((await cluster.readLog(taskId)).at(-1)?.includes('while this run added its own')) seen.moved += 1
        garbage = true
        undoable.push(id)
        hasBrokenOff = true
        return
      }
      if (attempt > 1) seen.resumed += 1
      if (garbage) seen.takenBack += 1
      garbage = false
      const source = (await provider.read(sourceSsId)).slice(1)
      const data = source.slice(0, source.findLastIndex((row) => rowWidth(row) > 0) + 1)
      const held = await region()
      if (isFirst) rows.push({ ...header(id), row: row++ })
      const time = held[row - 1]?.[0] ?? ''
      expect(typeof time).toBe('number')
      expect(rows.filter(({ cells }) => cells[0] === time)).toEqual([])
      for (const cells of data) {
        const isBlank = rowWidth(cells) === 0
        rows.push({
          row,
          cells: [isBlank ? '' : time, ...HEADER.map((_, at) => cells[at] ?? '')],
          runId: id,
          edited: new Set(),
        })
        row += 1
      }
      if ((await findChangeSets(cluster.orm, { taskId, runId: id }))?.[0]) undoable.push(id)
      seen.added += 1
      await expectRows()
    }

    async function undo(which: number): Promise<void> {
      const beforeRunId = undoable[which % Math.max(1, undoable.length)]
      if (beforeRunId === undefined || !(await findChangeSets(cluster.orm, { taskId, runId: beforeRunId }))?.[0]) return
      const request = { beforeRunId, edited: 'leave' as const, editedDigest: '' }
      const { status } = await finish(() => queue.undo({ taskId, undo: request, triggeredBy: 'jo' }))
      if (status === 'Error') return
      for (const each of rows) {
        if (each.runId === undefined || each.runId < beforeRunId) continue
        each.cells = each.cells.map((cell, at) => (each.edited.has(at) ? cell : ''))
        if (each.edited.size > 0) seen.editsKept += 1
        delete each.runId
      }
      // If a run that broke off contains an edited row again, the undo reverts the whole row.
      const held = hasBrokenOff ? await region() : []
      rows = rows.filter(({ row, cells, runId, edited }) => {
        const isTakenBack = runId === undefined && edited.size > 0 && typeof held[row - 1]?.[0] === 'number'
        return rowWidth(cells) > 0 && !isTakenBack
      })
      undoable = undoable.filter((id) => id < beforeRunId)
      // An earlier run may be unfinished and have its rows again.
      garbage = true
      seen.undone += 1
      await expectRows()
    }

    async function edit(which: number, column: number): Promise<void> {
      const own = rows.filter(({ runId, cells }) => runId !== undefined && typeof cells[0] === 'number')
      const chosen = own[which % Math.max(1, own.length)]
      if (!chosen) return
      chosen.cells[column] = 'by hand'
      chosen.edited.add(column)
      const cell = `Sheet1!${columnLetters(FIRST_COLUMN + column)}${chosen.row}`
      await provider.write(targetSsId, cell, [['by hand']])
    }

    return async function take(step: Step): Promise<void> {
      switch (step.kind) {
        case 'run':
          return await runOnce(step.breaks)
        case 'undo':
          return await undo(step.which)
        case 'edit':
          return await edit(step.which, step.column)
        case 'below':
          return await below(step.gap)
        case 'insert':
          return await insert()
        case 'source': {
          const range = `Sheet1!${columnLetters(step.column + 1)}${step.row + 2}`
          return await provider.write(sourceSsId, range, [[step.cell]])
        }
      }
    }
  }

  const lost: Break = { rowsApplied: 2, rest: 'lost', between: undefined }
  const late: Break = { rowsApplied: 1, rest: 'late', between: undefined }
  const known: [Step[]][] = [
    [
      [
        { kind: 'run', breaks: [late] },
        { kind: 'edit', which: 0, column: 1 },
        { kind: 'run', breaks: [] },
        { kind: 'undo', which: 0 },
      ],
    ],
    [
      [
        { kind: 'run', breaks: [] },
        { kind: 'run', breaks: [lost, late, late] },
        { kind: 'source', row: 3, column: 0, cell: '' },
      ],
    ],
    [
      [
        { kind: 'run', breaks: [] },
        { kind: 'run', breaks: [{ ...lost, between: 'insert' }, lost, lost] },
      ],
    ],
    [
      [
        { kind: 'run', breaks: [] },
        { kind: 'run', breaks: [{ ...late, between: 'below' }, late, late] },
      ],
    ],
    // An edit that an undo left in place moves into the rows of a run between two attempts.
    [
      [
        { kind: 'run', breaks: [] },
        { kind: 'edit', which: 0, column: 2 },
        { kind: 'undo', which: 0 },
        { kind: 'run', breaks: [{ ...lost, rowsApplied: 1, between: 'insert' }] },
      ],
    ],
  ]
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { minLength: 4, maxLength: 9 }), async (steps) => {
      const take = await openWorld()
      for (const step of steps) await take(step)
      await take({ kind: 'run', breaks: [] })
      await take({ kind: 'run', breaks: [] })
    }),
    { ...propertyRuns({ few: 2, all: 8, examples: known }), endOnFailure: true },
  )
  for (const [what, count] of Object.entries(seen)) expect(count, what).toBeGreaterThan(0)
})

test('a task that mirrors again asks before it overwrites the rows that it appended, and an undo takes them back', async () => {
  await using provider = await startTestProvider()
  await using cluster = await startTestCluster()
  const data = Array.from({ length: 6 }, (_, row): Cell[] => [`n ${row}`, 'open', row])
  const sourceSsId = await provider.spreadsheet({ rows: [HEADER, ...data] })
  const targetSsId = await provider.spreadsheet({})
  const fields = { sourceSsId, targetSsId, targetCell: 'A1', mode: 'append' as const, timeColumn: 'At' }
  const taskId = await cluster.addTask(await cluster.addType(), fields)
  const queue = await cluster.startNode({ sync: runSync, google: provider.google })
  await queue.runTask({ taskId, triggeredBy: 'jo' })
  await cluster.untilStatus(taskId, 'Success')
  const { id } = await cluster.readRun(taskId)
  await cluster.orm.update(tasks).set({ mode: 'mirror' }).where(eq(tasks.id, taskId))
  await queue.runTask({ taskId, triggeredBy: 'jo' })
  await cluster.untilStatus(taskId, 'Warning')
  expect(await cluster.readRun(taskId)).toMatchObject({ isHeld: true })
  expect(await provider.read(targetSsId)).toHaveLength(7)
  await queue.undo({ taskId, undo: { beforeRunId: id, edited: 'leave', editedDigest: '' }, triggeredBy: 'jo' })
  await cluster.untilStatus(taskId, 'Success')
  expect(await provider.read(targetSsId)).toEqual([])
})
