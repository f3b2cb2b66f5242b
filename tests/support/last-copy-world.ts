import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { expect } from 'vitest'
import type { Cell } from '#domain/copy/cell.ts'
import { isSameRegion, type Region } from '#domain/copy/region.ts'
import { findRegion } from '#domain/shape/shape.ts'
import type { SyncJob, SyncPorts } from '#engine/job/sync-job.ts'
import type { LastCopy } from '#engine/last-copy/last-copy.ts'
import type { CopiedRun } from '#engine/outcome.ts'
import { runSync } from '#engine/run-sync.ts'
import { tasks } from '#server/storage/live-tables.ts'
import { breakWrites } from './break-writes.ts'
import { startTestCluster } from './test-cluster.ts'
import { startTestProvider } from './test-provider.ts'

/** Tabs of each spreadsheet, by their IDs. */
const TAB_IDS = [5, 6]
const MAX_ROWS = 6

const anyEnd = fc.constantFrom('source' as const, 'target' as const)
const anyFile = fc.constantFrom(0, 1)
const anyTab = fc.constantFrom(5, 6)
const anySpelling = fc.constantFrom('as it is', 'in capitals', 'with blanks', 'as a link')
export const anyPlaceStep = fc.oneof(
  { weight: 6, arbitrary: fc.constant({ kind: 'run' as const }) },
  { weight: 2, arbitrary: fc.constant({ kind: 'crash' as const }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('undo' as const), which: fc.nat(3) }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('rename' as const), end: anyEnd, file: anyFile, tab: anyTab }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('name' as const), end: anyEnd, tab: anyTab, spelling: anySpelling }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('point' as const), end: anyEnd, file: anyFile }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('set' as const),
      change: fc.constantFrom(
        ...[{ startRow: 1 }, { startRow: 2 }, { targetCell: '' }, { targetCell: 'B3' }, { columns: '' }],
        ...[{ columns: 'id' }, { mode: 'mirror' as const }, { mode: 'append' as const }],
      ),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('edit' as const),
      file: anyFile,
      tab: anyTab,
      rows: fc.integer({ min: 1, max: MAX_ROWS }),
      width: fc.integer({ min: 1, max: 4 }),
    }),
  },
)
export type PlaceStep = typeof anyPlaceStep extends fc.Arbitrary<infer S> ? S : never

/** A copy that a run saved for the guards. */
interface SavedCopy {
  runId: number
  source: string
  target: string
  startRow: number
  region: Region
  mode: string
  rows: number
  lastColumn: number
  isUndone: boolean
}

/** Number of times each case occurred. */
export const seenPlaces = {
  known: 0,
  new: 0,
  changed: 0,
  undone: 0,
  crashed: 0,
  recalled: 0,
  targets: 0,
  back: 0,
  sameTarget: 0,
}

function nameTab(file: string, tab: number | undefined): string {
  return `${file} ${tab}`
}

/** Describes the region of a job according to the settings of its task. */
function describePlace(job: SyncJob, { left }: Pick<CopiedRun, 'left'>, task: typeof tasks.$inferSelect) {
  return {
    source: nameTab(job.source.id, left.tabs.source?.sheetId),
    target: nameTab(job.target.id, left.tabs.target?.sheetId),
    startRow: job.startRow,
    region: findRegion(task),
    mode: task.mode,
  }
}

/** Starts a node with runs that a single world checks at a time. */
export async function startPlaceNode() {
  const stack = new AsyncDisposableStack()
  const provider = stack.use(await startTestProvider())
  const cluster = stack.use(await startTestCluster())
  const breaking = breakWrites(provider.google)
  const checked = { sync: runSync }
  const google = { ...breaking.google, lateWriteMs: 0 }
  const queue = await cluster.startNode({ sync: (...run) => checked.sync(...run), google })
  const typeId = await cluster.addType()
  return { provider, cluster, breaking, checked, queue, typeId, [Symbol.asyncDispose]: () => stack.disposeAsync() }
}

export type PlaceNode = Awaited<ReturnType<typeof startPlaceNode>>

export async function openPlaceWorld({ provider, cluster, breaking, checked, queue, typeId }: PlaceNode) {
  const create = async (end: string, at: number) => {
    const sheets = TAB_IDS.map((sheetId) => ({
      properties: { sheetId, title: `Tab ${sheetId}`, gridProperties: { rowCount: 40, columnCount: 8 } },
    }))
    const { spreadsheetId } = await provider.call<{ spreadsheetId: string }>('POST', '', { sheets })
    if (end === 'source')
      for (const tab of TAB_IDS) await provider.write(spreadsheetId, `'Tab ${tab}'!A1`, rowsFor(at * 10 + tab, 3, 2))
    return spreadsheetId
  }
  const files = {
    source: [await create('source', 0), await create('source', 1)],
    target: [await create('target', 0), await create('target', 1)],
  }
  const titles = new Map(
    Object.values(files).flatMap((ids) => ids.flatMap((id) => TAB_IDS.map((tab) => [`${id} ${tab}`, `Tab ${tab}`]))),
  )
  const findTitle = (file: string, tab: number) => titles.get(nameTab(file, tab)) ?? ''
  const tabs = { sourceSheetName: 'Tab 5', targetSheetName: 'Tab 5' }
  const ends = { sourceSsId: files.source[0] ?? '', targetSsId: files.target[0] ?? '', ...tabs }
  const taskId = await cluster.addTask(typeId, { ...ends, timeColumn: 'Time', beside: 'leave' })
  const copies: SavedCopy[] = []
  /** Target tabs a run has written to, with its region and mode. */
  const written: { target: string; region: Region; mode: string }[] = []
  const problems: string[] = []
  let changes = 0

  const readTask = async () => {
    const [task] = await cluster.orm.select().from(tasks).where(eq(tasks.id, taskId))
    if (!task) throw new Error('The task is gone')
    return task
  }

  function check(given: LastCopy, place: ReturnType<typeof describePlace>, lastTarget: unknown): void {
    const { source, target, startRow, region, mode } = place
    const standing = copies.filter((copy) => !copy.isUndone).toReversed()
    const isHere = (copy: SavedCopy) => copy.source === source && copy.target === target && copy.startRow === startRow
    const last = standing.find(isHere)
    const problem = (what: string) => problems.push(`${what}: ${JSON.stringify({ given, place, copies, written })}`)
    if (given.baseline) {
      const { baseline } = given
      const tabsOf = [baseline.source.sheetId, baseline.target.sheetId].join()
      const here = [source, target].map((tab) => tab.split(' ')[1]).join()
      if (tabsOf !== here || baseline.startRow !== startRow) problem('The baseline is of another place')
      if (!last) problem('The baseline was undone, or is of another spreadsheet')
      else if (baseline.rows !== last.rows) problem('The baseline is not the last one')
    } else if (last) problem('The baseline is forgotten')
    const hasSameShape = (copy: Pick<SavedCopy, 'region' | 'mode'>) =>
      copy.mode === mode && isSameRegion(copy.region, region)
    const { width, formerWidth } = given.extent
    if (width !== undefined && !written.some((write) => write.target === target && hasSameShape(write)))
      problem('The width is of another place')
    if (last && hasSameShape(last) && (width ?? 0) < last.lastColumn) problem('The width is forgotten')
    const former = standing.find((copy) => copy.target === target)
    const expected = former && mode === 'mirror' && hasSameShape(former) ? former.lastColumn : undefined
    if (formerWidth !== expected) problem(`The former width is not ${expected}`)
    const { memory } = given
    if (memory && nameTab(memory.target.spreadsheet.id, memory.target.tab.sheetId) !== target)
      problem('The memory is of another target')
    if (memory && nameTab(memory.source.spreadsheet.id, memory.source.tab.sheetId) !== source)
      problem('The memory is of another source')
    if (lastTarget && !last) problem('The state of the target is of another place')
    seenPlaces[last ? 'known' : 'new'] += 1
    if (memory) seenPlaces.recalled += 1
    if (lastTarget) seenPlaces.targets += 1
    if (last && standing[0] !== last) seenPlaces.back += 1
    if (former && former !== last) seenPlaces.sameTarget += 1
  }

  async function sync(...[google, job, ports]: Parameters<typeof runSync>): ReturnType<typeof runSync> {
    const task = await readTask()
    const lastTarget = await ports.lastTarget?.()
    const willWrite: SyncPorts['willWrite'] = async (plan) => {
      const target = nameTab(job.target.id, plan.sheetId)
      written.push({ target, region: findRegion(task), mode: task.mode })
      await ports.willWrite(plan)
    }
    const outcome = await runSync(google, job, { ...ports, willWrite })
    if (outcome.kind !== 'copied') return outcome
    const place = describePlace(job, outcome, task)
    // A run without writes also reports the width of its region.
    written.push(place)
    check(job.last, place, lastTarget)
    if (outcome.left.baseline && outcome.left.baseline !== job.last.baseline) {
      const { rows, shape, width } = outcome.left.baseline
      const { id: runId } = await cluster.readRun(taskId)
      copies.push({ ...place, runId, rows, lastColumn: shape?.lastColumn ?? width, isUndone: false })
    }
    return outcome
  }
  checked.sync = sync

  async function run() {
    await cluster.setTime(provider.now().toISOString())
    await queue.runTask({ taskId, triggeredBy: 'jo', allowShrink: true })
    const { status } = await cluster.untilEnded(taskId)
    breaking.breaks.splice(0)
    expect(problems, (await cluster.readLog(taskId)).join('\n')).toEqual([])
    return status
  }

  const edit = (change: Partial<typeof tasks.$inferInsert>) =>
    cluster.orm.update(tasks).set(change).where(eq(tasks.id, taskId))

  async function undo(which: number): Promise<void> {
    const copy = copies.filter(({ isUndone }) => !isUndone).at(-1 - which)
    if (!copy) return
    const undone = { beforeRunId: copy.runId, edited: 'leave' as const, editedDigest: null }
    await cluster.setTime(provider.now().toISOString())
    const isQueued = await queue.undo({ taskId, undo: undone, triggeredBy: 'jo' }).then(
      () => true,
      () => false,
    )
    if (!isQueued) return
    const { status } = await cluster.untilEnded(taskId)
    if (status !== 'Success' && status !== 'Warning') return
    seenPlaces.undone += 1
    for (const each of copies) if (each.runId >= copy.runId && each.target === copy.target) each.isUndone = true
  }

  async function take(step: PlaceStep): Promise<void> {
    const task = await readTask()
    if (step.kind === 'run') await run()
    else if (step.kind === 'undo') await undo(step.which)
    else if (step.kind === 'crash') {
      breaking.breaks.push({ rowsApplied: 1, rest: 'lost' })
      if ((await run()) === 'Error') seenPlaces.crashed += 1
    } else if (step.kind === 'rename') {
      const file = files[step.end][step.file] ?? ''
      changes += 1
      const title = `Tab ${step.tab} ${changes}`
      titles.set(nameTab(file, step.tab), title)
      const requests = [{ updateSheetProperties: { properties: { sheetId: step.tab, title }, fields: 'title' } }]
      await provider.call('POST', `/${file}:batchUpdate`, { requests })
    } else if (step.kind === 'name') {
      const title = findTitle(step.end === 'source' ? task.sourceSsId : task.targetSsId, step.tab)
      const name = spell(title, step)
      await edit(step.end === 'source' ? { sourceSheetName: name } : { targetSheetName: name })
    } else if (step.kind === 'point') {
      const file = files[step.end][step.file] ?? ''
      const title = findTitle(file, 5)
      await edit(
        step.end === 'source'
          ? { sourceSsId: file, sourceSheetName: title }
          : { targetSsId: file, targetSheetName: title },
      )
    } else if (step.kind === 'set') {
      seenPlaces.changed += 1
      await edit(step.change)
    } else {
      changes += 1
      const rows = [
        ...rowsFor(changes, step.rows, step.width),
        ...Array.from({ length: MAX_ROWS }, () => ['', '', '', '']),
      ]
      const file = files.source[step.file] ?? ''
      const filled = rows.map((row) => Array.from({ length: 4 }, (_, at) => row[at] ?? ''))
      await provider.write(file, `'${findTitle(file, step.tab)}'!A1`, filled)
    }
  }
  return { take, run }
}

function spell(title: string, { tab, spelling }: { tab: number; spelling: string }): string {
  if (spelling === 'as a link') return `#gid=${tab}`
  if (spelling === 'in capitals') return title.toUpperCase()
  return spelling === 'with blanks' ? ` ${title} ` : title
}

/** Builds a header, and rows that no other tab has. */
function rowsFor(seed: number, count: number, width: number): Cell[][] {
  const header = ['id', 'name', 'amount', 'note'].slice(0, width)
  const rows = Array.from({ length: count }, (_, row) =>
    Array.from({ length: width }, (__, at) => `${seed} ${row} ${at}`),
  )
  return [header, ...rows]
}
