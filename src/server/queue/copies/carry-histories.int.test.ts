import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Refusal } from '#contract/errors.ts'
import type { Cell } from '#domain/copy/cell.ts'
import { runSync } from '#engine/run-sync.ts'
import { readChangeHistory } from '#server/runs/change-history.ts'
import { findChangeSets } from '#server/runs/change-pages.ts'
import { findOpenHold } from '#server/runs/holds.ts'
import { holds } from '#server/storage/schema.ts'
import { propertyRuns } from '#tests/support/property-runs.ts'
import { startTestCluster } from '#tests/support/test-cluster.ts'
import { startTestProvider } from '#tests/support/test-provider.ts'

const HEADER: Cell[] = ['Order', 'State']
const ORDERS = 8
/** Number of tries of a request that may be repeated. */
const TRIES = 5
/** Reasons why runs cannot be undone. */
const REFUSED = /moved rows back to before an earlier run|is no longer kept|moved rows of the target twice/
const anyFault = fc.constantFrom(
  undefined,
  { operation: 'spreadsheets.batchUpdate', effect: { answer: 'unavailable', applied: true }, count: 1 },
  { operation: 'spreadsheets.batchUpdate', effect: { answer: 'unavailable' }, count: 1 },
  { operation: 'spreadsheets.values.batchUpdate', effect: { answer: 'internal', applied: true }, count: TRIES },
  { operation: 'spreadsheets.values.batchUpdate', effect: { answer: 'internal' }, count: TRIES },
)
const anyStep = fc.oneof(
  fc.record({
    kind: fc.constantFrom('insert' as const, 'delete' as const, 'edit' as const, 'sort' as const, 'remark' as const),
    at: fc.nat(20),
    fault: fc.constant(undefined),
  }),
  fc.record({ kind: fc.constantFrom('run' as const, 'undo' as const), at: fc.nat(20), fault: anyFault }),
)
type Step = typeof anyStep extends fc.Arbitrary<infer S> ? S : never

/** Reaches every case: a row with a remark is undone, removed and restored, and the newest run is undone with its undo. */
const ENDING = [
  ['insert', 0],
  ['run', 0],
  ['remark', 0],
  ['undo', -1],
  ['run', 0],
  ['remark', 0],
  ['delete', 0],
  ['run', 0],
  ['undo', -1],
  ['undo', -1],
  ['undo', -1],
  ['run', 0],
  ['undo', 0],
  ['run', 0],
] as const

test('no remark is lost or doubled, and each stays with its row, whatever is edited, interrupted and undone', {
  tags: ['long'],
}, async () => {
  await using provider = await startTestProvider()
  await using cluster = await startTestCluster()
  const typeId = await cluster.addType({ maxRetries: 2, allowedConcurrentTasks: 5 })
  // A low limit makes a run sort cells instead of moving whole rows.
  let maxRowSteps = 1000
  const queue = await cluster.startNode({
    sync: (google, job, ports) => runSync(google, { ...job, limits: { ...job.limits, maxRowSteps } }, ports),
    google: provider.google,
  })
  const seen = { runs: 0, undos: 0, moved: 0, sorted: 0, faults: 0, removed: 0, restored: 0, remarks: 0, blockers: 0 }

  async function openWorld() {
    let orders: Cell[][] = Array.from({ length: ORDERS }, (_, at) => [100 + at, `state ${at % 3}`])
    const sourceSsId = await provider.spreadsheet({ rows: [HEADER, ...orders], rowCount: 60 })
    const targetSsId = await provider.spreadsheet({ rows: [HEADER], rowCount: 60 })
    const taskId = await cluster.addTask(typeId, { sourceSsId, targetSsId, beside: 'carry', expectUnique: ['Order'] })
    // The model: remarks by order, remarks that lost their row to an undo, and remarks removed with their row by a run.
    const remarks = new Map<Cell, string>()
    const orphans: string[] = []
    const restored = new Set<string>()
    const removed: { runId: number; order: Cell; remark: string }[] = []
    const changed: number[] = []
    let next = 200
    let runs = 0

    async function wait(start: () => Promise<unknown>, fault: Step['fault']): Promise<number> {
      await cluster.setTime(provider.now().toISOString())
      if (fault) provider.emulator.faults.add(fault)
      seen.faults += Number(fault !== undefined)
      await start()
      const { id, status } = await cluster.untilEnded(taskId)
      provider.emulator.faults.clear()
      const log = (await cluster.readLog(taskId)).join('\n')
      expect(status, log).not.toBe('Error')
      // Before the first copy, remarks belong to no row.
      runs += 1
      if (runs > 1 && (await findChangeSets(cluster.orm, { taskId, runId: id }))?.[0]) changed.push(id)
      return id
    }

    async function expectRemarks(): Promise<void> {
      const rows = (await provider.read(targetSsId)).slice(1)
      const found = rows.map((row) => row[2] ?? '').filter((remark) => remark !== '')
      expect(found.toSorted()).toEqual([...remarks.values(), ...orphans].toSorted())
      for (const [order, remark] of remarks) {
        const row = rows.find((cells) => cells[0] === order)
        if (row) expect(row[2], `order ${order}`).toBe(remark)
      }
      for (const [order = '', , remark = ''] of rows)
        if (order !== '' && remark !== '') expect(remark).toContain(`about ${order},`)
    }

    /** Deletes leftovers of an undo below the copied rows, as the hold asks: the rows cannot move with these leftovers. */
    async function removeBlocker(): Promise<void> {
      expect(orphans.length).toBeGreaterThan(0)
      for (const [index, [order = '', , remark = '']] of (await provider.read(targetSsId)).entries())
        if (order === '' && remark !== '') await provider.write(targetSsId, `Sheet1!C${index + 1}`, [['']])
      orphans.length = 0
      seen.blockers += 1
    }

    /** Runs the task like a person who reads why it waits: copies anyway only if every remark stays with its row. */
    async function runAsAsked(fault: Step['fault'], accept?: number): Promise<number> {
      const before = await provider.read(targetSsId)
      const runId = await wait(() => queue.runTask({ taskId, triggeredBy: 'jo', accept }), fault)
      const holdId = await findOpenHold(cluster.orm, taskId)
      if (holdId === undefined) return runId
      expect(await provider.read(targetSsId)).toEqual(before)
      const [hold] = await cluster.orm.select().from(holds).where(eq(holds.id, holdId))
      const isObstructed = hold?.rules.some(({ cause }) => cause === 'rows_not_carried')
      if (isObstructed) await removeBlocker()
      return await runAsAsked(fault, isObstructed ? undefined : holdId)
    }

    async function run(fault: Step['fault']): Promise<void> {
      const before = (await provider.read(targetSsId)).slice(1).map(([order = '']) => order)
      const runId = await runAsAsked(fault)
      const kept = new Set(orders.map(([order]) => order))
      for (const order of before) {
        const remark = remarks.get(order)
        if (kept.has(order) || remark === undefined) continue
        removed.push({ runId, order, remark })
        remarks.delete(order)
        seen.removed += 1
      }
      const held = (await provider.read(targetSsId)).slice(1)
      const rows = held.map(([order = '', state = '']) => [order, state])
      while (rows.length > orders.length && rows.at(-1)?.every((cell) => cell === '')) rows.pop()
      expect(rows).toEqual(orders)
      seen.runs += 1
      const log = await cluster.readLog(taskId)
      seen.moved += log.filter((line) => line.includes('Whole rows')).length
      seen.sorted += log.filter((line) => line.includes('cells sorted')).length
    }

    async function undo(which: number, fault: Step['fault']): Promise<void> {
      const beforeRunId = changed.at(which % Math.max(1, changed.length))
      if (beforeRunId === undefined) return
      const request = { beforeRunId, edited: 'leave' as const, editedDigest: '' }
      const query = { taskId, fromRunId: beforeRunId, targetSsId }
      const refusal = await readChangeHistory(cluster.orm, query).catch((error: Refusal) => error)
      if (refusal instanceof Refusal) {
        expect(refusal.message).toMatch(REFUSED)
        return
      }
      const undoId = await wait(() => queue.undo({ taskId, undo: request, triggeredBy: 'jo' }), fault)
      const rows = await provider.read(targetSsId)
      const present = new Set(rows.map(([order]) => order))
      const held = rows.map((row) => row[2])
      for (const { order, remark } of removed.filter((one) => one.runId >= beforeRunId)) {
        remarks.set(order, remark)
        restored.add(remark)
        seen.restored += 1
      }
      removed.splice(0, removed.length, ...removed.filter(({ runId }) => runId < beforeRunId))
      for (const [order, remark] of [...remarks]) {
        if (present.has(order)) continue
        // An undo of an undo removes a row that the first undo had restored.
        if (restored.has(remark) && !held.includes(remark)) removed.push({ runId: undoId, order, remark })
        else orphans.push(remark)
        remarks.delete(order)
      }
      // An undo of an undo gives a remark its lost row back.
      for (const [order = '', , remark = ''] of rows) {
        const at = orphans.indexOf(String(remark))
        if (at < 0 || order === '') continue
        orphans.splice(at, 1)
        remarks.set(order, String(remark))
      }
      seen.undos += 1
    }

    async function writeSource(): Promise<void> {
      const blank = Array.from({ length: 40 - orders.length }, () => ['', ''])
      await provider.write(sourceSsId, 'Sheet1!A2', [...orders, ...blank])
    }

    return async function take({ kind, at, fault }: Step): Promise<void> {
      const place = at % Math.max(1, orders.length)
      const [order, state] = orders[place] ?? []
      if (kind === 'insert') orders = orders.toSpliced(place, 0, [next++, 'new'])
      if (kind === 'delete') orders = orders.toSpliced(place, 1)
      if (kind === 'edit' && order !== undefined) orders = orders.with(place, [order, `${state}!`])
      if (kind === 'sort') orders = orders.toSorted(([, one], [, other]) => (String(one) < String(other) ? 1 : -1))
      if (kind === 'run') await run(fault)
      else if (kind === 'undo') await undo(at, fault)
      else if (kind === 'remark') {
        const rows = await provider.read(targetSsId)
        const row = rows.findIndex(
          ([key = ''], index) => index > 0 && index >= at % 8 && key !== '' && !rows[index]?.[2],
        )
        const key = rows[row]?.[0]
        if (key === undefined || remarks.has(key)) return
        remarks.set(key, `about ${key}, ${next++}`)
        seen.remarks += 1
        await provider.write(targetSsId, `Sheet1!C${row + 1}`, [[remarks.get(key) ?? '']])
      } else await writeSource()
      await expectRemarks()
    }
  }

  const step = (kind: Step['kind'], at = 0, fault: Step['fault'] = undefined) => ({ kind, at, fault }) as Step
  // Another row takes the place of the removed first row, although an answer is lost. Repeated for both ways of moving rows.
  const replacesFirst = [
    step('remark', 10),
    step('delete', 8),
    step('sort', 4),
    step('run', 0, {
      operation: 'spreadsheets.batchUpdate',
      effect: { answer: 'unavailable', applied: true },
      count: 1,
    }),
  ]
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { minLength: 6, maxLength: 14 }), async (steps) => {
      provider.emulator.faults.clear()
      maxRowSteps = maxRowSteps === 0 ? 1000 : 0
      const take = await openWorld()
      await take(step('run'))
      for (const at of [0, 2, 5]) await take(step('remark', at))
      for (const each of steps) await take(each)
      for (const [kind, at] of ENDING) await take(step(kind, at))
    }),
    { ...propertyRuns({ few: 2, all: 15, examples: [[replacesFirst], [replacesFirst]] }), endOnFailure: true },
  )
  for (const [what, count] of Object.entries(seen)) expect(count, what).toBeGreaterThan(0)
})
