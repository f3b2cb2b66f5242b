import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Cell } from '#domain/copy/cell.ts'
import { runSync } from '#engine/run-sync.ts'
import { findOpenHold } from '#server/runs/holds.ts'
import { tasks } from '#server/storage/live-tables.ts'
import { readTaskLogs } from '#server/task-logs/task-logs.ts'
import { startTestCluster } from '#tests/support/test-cluster.ts'
import { startTestProvider } from '#tests/support/test-provider.ts'

/** The tabs of three spreadsheets, and two tabs of a fourth, matched by a pattern. */
const HEADERS = {
  North: ['Order', 'Amount'],
  South: ['Amount', 'Order'],
  West: ['Order', 'Region', 'Amount'],
  '2026-01': ['Order', 'Amount'],
  '2026-02': ['Order', 'Note'],
} as const
type Name = keyof typeof HEADERS
const NAMES = ['2026-01', '2026-02', 'North', 'South', 'West'] as const satisfies readonly Name[]
/** Tabs in the order of the task's sources. */
const ORDER: readonly Name[] = ['North', 'South', 'West', '2026-01', '2026-02']
const UNION = ['Order', 'Amount', 'Region', 'Note']
const HISTORIES = 3

const anyName = fc.constantFrom(...NAMES)
const anyStep = fc.oneof(
  { weight: 4, arbitrary: fc.constant({ kind: 'run' as const }) },
  fc.record({ kind: fc.constantFrom('grow' as const, 'shrink' as const, 'empty' as const), name: anyName }),
  fc.record({ kind: fc.constantFrom('fail' as const, 'recover' as const), name: anyName }),
  fc.record({
    kind: fc.constantFrom('rename' as const),
    name: fc.constantFrom('2026-01' as const, '2026-02' as const),
  }),
  fc.record({ kind: fc.constantFrom('accept' as const, 'holdOnFailure' as const) }),
)
type Step = typeof anyStep extends fc.Arbitrary<infer S> ? S : never
type Rows = ReadonlyMap<Name, Cell[][]>

test('whatever sources do, the target has the rows of each, or those that it had', async () => {
  await using provider = await startTestProvider()
  await using cluster = await startTestCluster()
  const typeId = await cluster.addType({ allowedConcurrentTasks: 5 })
  const queue = await cluster.startNode({ sync: runSync, google: provider.google })
  const seen = {
    exact: 0,
    failed: 0,
    emptied: 0,
    gone: 0,
    moved: 0,
    accepted: 0,
    wholeHeld: 0,
    refused: 0,
    unchanged: 0,
  }

  async function openWorld() {
    let next = 100
    const rowFor = (name: Name): Cell[] => {
      next += 1
      return HEADERS[name].map((column) => (column === 'Order' || column === 'Amount' ? next : `${column} ${next}`))
    }
    const rows = new Map(NAMES.map((name) => [name, Array.from({ length: 6 }, () => rowFor(name))]))
    const buildTab = (name: Name) => {
      return { title: name, rows: [[...HEADERS[name]], ...(rows.get(name) ?? [])], rowCount: 60, columnCount: 4 }
    }
    const files = new Map<Name, string>()
    for (const name of ['North', 'South', 'West'] as const) files.set(name, await provider.spreadsheet(buildTab(name)))
    const archive = await provider.spreadsheet(buildTab('2026-01'), { title: 'Other' }, buildTab('2026-02'))
    const findFile = (name: Name) => files.get(name) ?? archive
    const targetSsId = await provider.spreadsheet({ rowCount: 200 })
    const taskId = await cluster.addTask(typeId, {
      sourceSsId: findFile('North'),
      sourceSheetName: 'North',
      moreSources: [
        { source_ss_id: findFile('South'), source_sheet_name: 'South' },
        { source_ss_id: findFile('West'), source_sheet_name: 'West' },
        { source_ss_id: archive, source_sheet_name: '2026-*' },
      ],
      targetSsId,
      startRow: 1,
    })
    const failing = new Set<string>()
    const gone = new Set<Name>()
    const touched = new Set<Name>()
    /** Sources that the last run reported as missing or empty. */
    let shown: ReadonlySet<Name> = new Set()
    let holdsAll = false
    /** The rows of each source in the target. */
    let copied: Rows = new Map()
    let lastLogId = 0

    async function run(start: () => Promise<unknown>): Promise<string> {
      await cluster.setTime(provider.now().toISOString())
      for (const spreadsheetId of failing)
        provider.emulator.faults.add({ spreadsheetId, effect: { answer: 'permission_denied' } })
      await start()
      await cluster.untilEnded(taskId)
      provider.emulator.faults.clear()
      const lines = await readTaskLogs(cluster.orm, { taskId, afterId: lastLogId })
      lastLogId = lines.at(-1)?.id ?? lastLogId
      return lines.map(({ message }) => message).join('\n')
    }

    const isMissing = (name: Name) => gone.has(name) || rows.get(name)?.length === 0
    /**
     * Whether a source is refused: it cannot be read, has no rows or is gone. A person can accept a missing or empty source
     * after seeing it.
     */
    const isRefused = (name: Name, isAccepted: boolean) =>
      failing.has(findFile(name)) || (isMissing(name) && !(isAccepted && shown.has(name)))

    async function copy({ accepts = false } = {}): Promise<void> {
      const accept = accepts ? await findOpenHold(cluster.orm, taskId) : undefined
      const log = await run(() => queue.runTask({ taskId, triggeredBy: 'jo', accept }))
      const { status, isHeld, cellsChanged } = await cluster.readRun(taskId)
      const refused = ORDER.filter((name) => isRefused(name, accept !== undefined))
      if (status !== 'Error') shown = new Set(ORDER.filter(isMissing))
      if (status === 'Error' || isHeld) {
        const mayRefuse = holdsAll || refused.length === ORDER.length
        expect(mayRefuse, log).toBe(true)
        seen[isHeld ? 'wholeHeld' : 'refused'] += 1
        return await expectTarget(log)
      }
      const kept = ORDER.filter(
        (name) => log.includes(`: ${name}" keeps its`) || log.includes(`: ${name}" has no rows`),
      )
      for (const name of refused) {
        // In a file that was never read, the names of sources are unknown.
        if (copied.has(name) && copied.get(name)?.length !== 0) expect(kept, log).toContain(name)
      }
      // A source may also be held for lost rows.
      for (const name of kept) expect(refused.includes(name) || touched.has(name), log).toBe(true)
      expect(status, log).toBe(log.includes('keeps its') || log.includes('has no rows') ? 'Warning' : 'Success')
      const made = ORDER.map((name): [Name, Cell[][]] => {
        const isKept = kept.includes(name) || refused.includes(name)
        return [name, isKept ? (copied.get(name) ?? []) : gone.has(name) ? [] : [...(rows.get(name) ?? [])]]
      })
      for (const [at, [name, now]] of made.entries()) {
        if (now.length === 0 || !kept.includes(name)) continue
        if (failing.has(findFile(name))) seen.failed += 1
        else if (gone.has(name)) seen.gone += 1
        else seen.emptied += 1
        if (made.slice(0, at).some(([other, above]) => above.length > (copied.get(other)?.length ?? 0))) seen.moved += 1
      }
      if (accept !== undefined) seen.accepted += 1
      if (cellsChanged === 0) seen.unchanged += 1
      for (const name of ORDER) if (!kept.includes(name)) touched.delete(name)
      copied = new Map(made)
      await expectTarget(log)
      seen.exact += 1
    }

    async function expectTarget(log: string): Promise<void> {
      if (copied.size === 0) return
      const target = await provider.read(targetSsId)
      const [header = []] = target
      // A column disappears with the last source that has it.
      expect(UNION, log).toEqual(expect.arrayContaining(header.filter((name) => name !== '')))
      const cells = target.slice(1).map((row) => UNION.map((name) => row[header.indexOf(name)] ?? ''))
      const wanted = ORDER.flatMap((name) => {
        const own: readonly string[] = HEADERS[name]
        return (copied.get(name) ?? []).map((row) => UNION.map((column) => row[own.indexOf(column)] ?? ''))
      })
      expect(cells, log).toEqual(wanted)
    }

    async function write(name: Name, now: Cell[][]): Promise<void> {
      const padded = [...now, ...Array.from({ length: 30 - now.length }, () => HEADERS[name].map(() => ''))]
      const tab = gone.has(name) ? `old ${name}` : name
      await provider.write(findFile(name), `'${tab}'!A2`, padded)
      rows.set(name, now)
      touched.add(name)
    }

    async function rename(name: Name): Promise<void> {
      const { sheets } = await provider.call<{ sheets: { properties: { sheetId: number; title: string } }[] }>(
        'GET',
        `/${archive}`,
      )
      const from = gone.has(name) ? `old ${name}` : name
      const sheetId = sheets.find(({ properties }) => properties.title === from)?.properties.sheetId
      const title = gone.has(name) ? name : `old ${name}`
      const requests = [{ updateSheetProperties: { properties: { sheetId, title }, fields: 'title' } }]
      await provider.call('POST', `/${archive}:batchUpdate`, { requests })
      if (!gone.delete(name)) gone.add(name)
    }

    return async function take(step: Step | { kind: 'undo' }): Promise<void> {
      switch (step.kind) {
        case 'run':
          return await copy()
        case 'accept':
          return await copy({ accepts: true })
        case 'grow':
          return await write(step.name, [...(rows.get(step.name) ?? []), rowFor(step.name)])
        case 'shrink':
          return await write(step.name, (rows.get(step.name) ?? []).slice(1))
        case 'empty':
          return await write(step.name, [])
        case 'fail':
          return void failing.add(findFile(step.name))
        case 'recover':
          return void failing.delete(findFile(step.name))
        case 'rename':
          return await rename(step.name)
        case 'holdOnFailure': {
          holdsAll = !holdsAll
          const whenSourceFails = holdsAll ? 'hold' : 'keep_its_rows'
          await cluster.orm.update(tasks).set({ whenSourceFails }).where(eq(tasks.id, taskId))
          return
        }
        case 'undo': {
          const { id: beforeRunId } = await cluster.readRun(taskId)
          const before = copied
          await write('North', [...(rows.get('North') ?? []), rowFor('North')])
          await copy()
          expect(copied).not.toEqual(before)
          const undo = { beforeRunId: beforeRunId + 1, edited: 'leave' as const, editedDigest: '' }
          await run(() => queue.undo({ taskId, undo, triggeredBy: 'jo' }))
          copied = before
          await expectTarget('after an undo')
          // In the target, the source must keep its rows from before the undone run.
          failing.add(findFile('North'))
          const log = await run(() => queue.runTask({ taskId, triggeredBy: 'jo' }))
          expect((await cluster.readRun(taskId)).status, log).toBe('Error')
          await expectTarget(log)
        }
      }
    }
  }

  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { minLength: 4, maxLength: 9 }), async (steps) => {
      const take = await openWorld()
      await take({ kind: 'run' })
      for (const step of steps) await take(step)
      await take({ kind: 'run' })
      await take({ kind: 'grow', name: 'North' })
      await take({ kind: 'empty', name: 'South' })
      await take({ kind: 'fail', name: 'West' })
      await take({ kind: 'run' })
      await take({ kind: 'accept' })
    }),
    { numRuns: HISTORIES, endOnFailure: true },
  )
  // Take steps that random histories rarely have.
  const take = await openWorld()
  const [west, north, south, old] = [
    { name: 'West' },
    { name: 'North' },
    { name: 'South' },
    { name: '2026-01' },
  ] as const
  for (const kind of ['run', 'run'] as const) await take({ kind })
  for (const step of [{ kind: 'rename', ...old }, { kind: 'grow', ...north }, { kind: 'run' }] as const)
    await take(step)
  for (const step of [{ kind: 'rename', ...old }, { kind: 'holdOnFailure' }, { kind: 'fail', ...west }] as const)
    await take(step)
  for (const step of [{ kind: 'run' }, { kind: 'recover', ...west }, { kind: 'empty', ...west }] as const)
    await take(step)
  for (const step of [{ kind: 'run' }, { kind: 'accept' }, { kind: 'holdOnFailure' }] as const) await take(step)
  for (const step of [{ kind: 'empty', ...south }, { kind: 'run' }, { kind: 'fail', ...south }] as const)
    await take(step)
  for (const step of [{ kind: 'run' }, { kind: 'recover', ...south }, { kind: 'undo' }] as const) await take(step)
  for (const [what, count] of Object.entries(seen)) expect(count, what).toBeGreaterThan(0)
})
