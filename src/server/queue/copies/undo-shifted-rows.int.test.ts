import fc from 'fast-check'
import { expect, test } from 'vitest'
import { columnLetters } from '#domain/copy/a1.ts'
import { type Cell, isSameCell } from '#domain/copy/cell.ts'
import { DAY_MS } from '#domain/time.ts'
import { runSync } from '#engine/run-sync.ts'
import { findChangeSets } from '#server/runs/change-pages.ts'
import { passLateWrites } from '#tests/support/pass-late-writes.ts'
import { propertyRuns } from '#tests/support/property-runs.ts'
import { startTestCluster } from '#tests/support/test-cluster.ts'
import { startTestProvider } from '#tests/support/test-provider.ts'

const ROWS = 30
const COLUMNS = 4
/** Number of tries of a request. */
const TRIES = 5

/** Makes texts so long that the rows take two requests. */
const long = (label: string) => label.padEnd(25_000, '.')

const anyStep = fc.oneof(
  fc.record({
    kind: fc.constantFrom('insertRow' as const, 'deleteRow' as const, 'insertColumn' as const, 'edit' as const),
    row: fc.integer({ min: 2, max: 6 }),
    column: fc.integer({ min: 1, max: COLUMNS }),
  }),
  fc.record({
    kind: fc.constant('run' as const),
    fails: fc.constantFrom(
      undefined,
      { effect: { answer: 'unavailable', applied: true }, count: 1 },
      { effect: { answer: 'unavailable' }, count: 1 },
      { effect: { answer: 'internal', applied: true }, count: 10 * TRIES },
    ),
  }),
  fc.record({ kind: fc.constant('undo' as const), which: fc.nat() }),
)
type Step = typeof anyStep extends fc.Arbitrary<infer S> ? S : never

/** Only the last of the runs undone together fills a sixth column. */
const widenedTwice: Step[] = [
  { kind: 'insertColumn', row: 2, column: 1 },
  { kind: 'edit', row: 2, column: 2 },
  { kind: 'run', fails: { effect: { answer: 'unavailable' }, count: 1 } },
  { kind: 'insertColumn', row: 2, column: 1 },
]

test('rows and columns that shifted go back to their places, whichever answers got lost, except for edits', {
  tags: ['long'],
}, async () => {
  await using cluster = await startTestCluster()
  // Share the clock: passing a wait for late writes also moves the provider's clock.
  await using provider = await startTestProvider({ now: cluster.now })
  const typeId = await cluster.addType({ maxRetries: 1, allowedConcurrentTasks: 5 })
  const { google } = provider
  const queue = await cluster.startNode({ sync: runSync, google, timing: { leaseMs: DAY_MS } })
  const seen = { longWrites: 0, exact: 0, undone: 0, editsKept: 0, lost: 0 }

  async function openWorld() {
    const row = (at: number): Cell[] => Array.from({ length: COLUMNS }, (_, column) => long(`${at} ${column}`))
    const rows = [['a', 'b', 'c', 'd'], ...Array.from({ length: ROWS }, (_, at) => row(at))]
    const sourceSsId = await provider.spreadsheet({ rows, columnCount: COLUMNS })
    const targetSsId = await provider.spreadsheet({ rows, columnCount: COLUMNS })
    const taskId = await cluster.addTask(typeId, { sourceSsId, targetSsId, lastWidth: COLUMNS })
    let labels = 0
    const nextLabel = () => {
      labels += 1
      return `new ${labels}`
    }
    let time = 0
    const edits: { key: string; at: number }[] = []
    const before: { runId: number; cells: Cell[][]; at: number }[] = []

    const change = (request: object) => provider.call('POST', `/${sourceSsId}:batchUpdate`, { requests: [request] })
    const lines = (dimension: string, at: number) => ({ sheetId: 0, dimension, startIndex: at - 1, endIndex: at })

    async function run(start: () => Promise<unknown>): Promise<void> {
      const cells = await provider.read(targetSsId)
      time += 1
      await start()
      const { id: runId } = await passLateWrites(cluster, { taskId })
      const hasChanged = (await findChangeSets(cluster.orm, { taskId, runId }))?.[0]
      if (hasChanged) before.push({ runId, cells, at: time })
    }

    async function undo(which: number): Promise<void> {
      const known = before.at(which % Math.max(1, before.length))
      if (!known) return
      const undoRequest = { beforeRunId: known.runId, edited: 'leave' as const, editedDigest: '' }
      await run(() => queue.undo({ taskId, undo: undoRequest, triggeredBy: 'jo' }))
      if ((await cluster.readRun(taskId)).status === 'Error') return
      const edited = new Set(edits.filter(({ at }) => at >= known.at).map(({ key }) => key))
      const after = await provider.read(targetSsId)
      for (let at = 0; at < Math.max(after.length, known.cells.length); at += 1) {
        for (let column = 0; column < 3 * COLUMNS; column += 1) {
          const [held, expected] = [after[at]?.[column] ?? '', known.cells[at]?.[column] ?? '']
          if (isSameCell(held, expected)) continue
          expect(edited, `${at + 1} ${column + 1} is not as before run ${known.runId}`).toContain(
            `${at + 1} ${column + 1}`,
          )
          seen.editsKept += 1
        }
      }
      seen.undone += 1
    }

    async function expectExact(): Promise<void> {
      const [source, target] = [await provider.read(sourceSsId), await provider.read(targetSsId)]
      for (let at = 1; at < Math.max(source.length, target.length); at += 1) {
        for (let column = 0; column < 3 * COLUMNS; column += 1) {
          const isEqual = isSameCell(source[at]?.[column] ?? '', target[at]?.[column] ?? '')
          expect(isEqual, `${at + 1} ${column + 1}`).toBe(true)
        }
      }
      seen.exact += 1
    }

    async function runWith(fails: Extract<Step, { kind: 'run' }>['fails']): Promise<void> {
      if (fails) {
        seen.lost += 1
        provider.emulator.faults.add({ operation: 'values.batchUpdate', ...fails })
      }
      provider.emulator.requests.clear()
      await run(() => queue.runTask({ taskId, triggeredBy: 'jo', allowShrink: true }))
      provider.emulator.faults.clear()
      if ((await cluster.readRun(taskId)).status === 'Success') await expectExact()
      const writes = provider.emulator.requests.entries.filter(({ operation }) => operation === 'values.batchUpdate')
      seen.longWrites += writes.length > 1 + (fails?.count ?? 0) ? 1 : 0
    }

    return async function take(step: Step): Promise<void> {
      if (step.kind === 'run') return await runWith(step.fails)
      if (step.kind === 'undo') return await undo(step.which)
      const { row, column } = step
      if (step.kind === 'insertRow') {
        await change({ insertDimension: { range: lines('ROWS', row), inheritFromBefore: true } })
        await provider.write(sourceSsId, `Sheet1!A${row}`, [Array(COLUMNS).fill(long(nextLabel()))])
      } else if (step.kind === 'deleteRow') {
        await change({ deleteDimension: { range: lines('ROWS', row) } })
      } else if (step.kind === 'insertColumn') {
        await change({ insertDimension: { range: lines('COLUMNS', column) } })
        const label = nextLabel()
        const cells = Array.from({ length: ROWS / 2 }, (_, at) => [`${label} ${at}`])
        await provider.write(sourceSsId, `Sheet1!${columnLetters(column)}2`, cells)
      } else {
        time += 1
        edits.push({ key: `${row} ${column}`, at: time })
        await provider.write(targetSsId, `Sheet1!${columnLetters(column)}${row}`, [[`by hand ${time}`]])
      }
    }
  }

  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { minLength: 4, maxLength: 8 }), async (steps) => {
      provider.emulator.faults.clear()
      const take = await openWorld()
      for (const step of steps) await take(step)
      // Every history ends with shifted rows, an edit of a shifted row, an undo, and an undo of the undo.
      for (const kind of ['insertRow', 'run', 'edit', 'undo', 'undo'] as const) {
        if (kind === 'run') await take({ kind, fails: { effect: { answer: 'unavailable', applied: true }, count: 1 } })
        else if (kind === 'undo') await take({ kind, which: -1 })
        else await take({ kind, row: 3, column: 2 })
      }
      for (const which of [0, 1]) await take({ kind: 'undo', which })
    }),
    { ...propertyRuns({ few: 2, all: 10, examples: [[widenedTwice]] }), endOnFailure: true },
  )
  for (const [what, count] of Object.entries(seen)) expect(count, what).toBeGreaterThan(0)
})
