import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Refusal } from '#contract/errors.ts'
import type { Cell } from '#domain/copy/cell.ts'
import { breakWrites } from '#tests/support/break-writes.ts'
import { editBeforeEachWrite } from '#tests/support/edit-before-write.ts'
import { startHandOut } from '#tests/support/hand-out-world.ts'
import { propertyRuns } from '#tests/support/property-runs.ts'

const VALUES = ['North', 'South', 'East'] as const
type Value = (typeof VALUES)[number]
const HEADER: Cell[] = ['Order', 'Branch', 'Amount']
const ROWS_AT_FIRST = 18

interface Order {
  id: number
  value: Value
  amount: number
}

const anyValue = fc.constantFrom(...VALUES)
const anyStep = fc.oneof(
  { weight: 5, arbitrary: fc.constant({ kind: 'run' as const }) },
  { weight: 2, arbitrary: fc.constant({ kind: 'accept' as const }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('undo' as const), which: fc.nat(99) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('undoOne' as const), which: fc.nat(99), value: anyValue }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('fail' as const, 'recover' as const), value: anyValue }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('crash' as const), applied: fc.tuple(fc.boolean(), fc.boolean()) }),
  },
  {
    weight: 9,
    arbitrary: fc.record({
      kind: fc.constantFrom('add' as const, 'delete' as const, 'edit' as const, 'move' as const, 'moveEdited' as const),
      at: fc.nat(99),
      value: anyValue,
    }),
  },
)
type Step = typeof anyStep extends fc.Arbitrary<infer S> ? S : never

/** How a task names its targets, and whether a column identifies its rows. */
const anyTask = fc.record({
  targets: fc.constantFrom('tabs' as const, 'files' as const, 'sheet' as const),
  isUnique: fc.boolean(),
})
type TaskKind = typeof anyTask extends fc.Arbitrary<infer T> ? T : never

const seen = {
  exact: 0,
  waiting: 0,
  held: 0,
  failed: 0,
  crashed: 0,
  movedBetweenRuns: 0,
  writesChecked: 0,
  undone: 0,
  exchanged: 0,
  undoneAlone: 0,
  parked: 0,
}

/** Opens a task with a model of its source and of the delivered rows. */
async function openWorld({ targets, isUnique }: TaskKind) {
  let orders = Array.from({ length: ROWS_AT_FIRST }, (_, at): Order => {
    return { id: at + 1, value: VALUES[at % VALUES.length] ?? 'North', amount: at * 10 }
  })
  let nextId = 100
  const toRows = (some: readonly Order[]) => some.map(({ id, value, amount }): Cell[] => [id, value, amount])
  /** Orders that have been delivered and are still in the source. */
  let delivered = new Set<number>()
  let check: () => Promise<void> = async () => {}
  const lost: string[] = []
  const broken: { breaks?: ReturnType<typeof breakWrites>['breaks'] } = {}
  const world = await startHandOut(
    { expectUnique: isUnique ? ['Order'] : [], controlSums: ['Amount'] },
    {
      rows: [HEADER, ...toRows(orders)],
      type: { holdLossPercent: 60 },
      wrapGoogle(google) {
        const breaking = breakWrites(google)
        broken.breaks = breaking.breaks
        // No write arrives late, so no run waits for a late write.
        return editBeforeEachWrite({ ...breaking.google, lateWriteMs: 0 }, () => check())
      },
    },
  )
  const { provider } = world
  const files = new Map<Value, string>()
  for (const value of VALUES) files.set(value, targets === 'tabs' ? world.targetSsId : await provider.spreadsheet({}))
  const findFile = (value: Value) => files.get(value) ?? ''
  if (targets === 'files')
    await world.edit({
      targets: VALUES.map((value) => ({ value, target_ss_id: findFile(value), target_sheet_name: '' })),
    })
  if (targets === 'sheet') {
    const listed = VALUES.map((value): Cell[] => [value, findFile(value)])
    const ss_id = await provider.spreadsheet({ title: 'List', rows: [['Value', 'File'], ...listed] })
    const columns = { tab_column: '', link_column: 'File', value_column: 'Value' }
    await world.edit({ targetsFrom: { ss_id, sheet_name: 'List', ...columns } })
  }
  const failing = new Set<Value>()
  /** Content of targets from before they began to refuse requests. */
  const refusing = new Map<Value, Cell[][]>()
  const findTab = async (value: Value) =>
    refusing.get(value) ??
    (await world.tab(targets === 'tabs' ? value : 'Sheet1', findFile(value)).catch(() => [] as Cell[][]))

  /** Checks that every delivered order of the source is in a target. */
  check = async () => {
    seen.writesChecked += 1
    const present = new Set<Cell>()
    const tabs: Record<string, Cell[]> = {}
    for (const value of VALUES) tabs[value] = (await findTab(value)).map(([id = null]) => id)
    for (const ids of Object.values(tabs)) for (const id of ids) present.add(id)
    const wanted = new Set(orders.map(({ id }) => id))
    const absent = [...delivered].filter((id) => wanted.has(id) && !present.has(id))
    if (absent.length > 0) lost.push(`In no target: ${absent.join(', ')}: ${JSON.stringify({ tabs, orders })}`)
  }

  const readTabs = async () => {
    const tabs = new Map<Value, Cell[][]>()
    for (const value of VALUES) tabs.set(value, await findTab(value))
    return tabs
  }

  /** Runs that changed cells, with the tabs from before each run. */
  const undoable: { runId: number; tabs: Map<Value, Cell[][]> }[] = []

  async function undo(which: number): Promise<void> {
    const chosen = undoable[which % Math.max(1, undoable.length)]
    if (!chosen || failing.size > 0) return
    const now = await readTabs()
    const [from, to] = [findPlaces(now), findPlaces(chosen.tabs)]
    const stays = [...from.keys()].filter((id) => to.has(id))
    if (hasExchange(from, to)) seen.exchanged += 1
    delivered = new Set(stays.filter((id) => orders.some((order) => order.id === id)))
    const hasCrash = (broken.breaks?.length ?? 0) > 0
    const { status, log, cellsChanged, id } = await world.undo(chosen.runId)
    broken.breaks?.splice(0)
    await check()
    expect(lost, log).toEqual([])
    if (cellsChanged > 0) undoable.push({ runId: id, tabs: now })
    if (!hasCrash) expect(status, log).toBe('Success')
    if (status === 'Success') {
      for (const value of VALUES) expect(await findTab(value), log).toEqual(chosen.tabs.get(value))
      seen.undone += 1
    }
    delivered = new Set(findPlaces(await readTabs()).keys())
  }

  /** Undoes runs in a single target. Rows that no other target has stay there. */
  async function undoOne(which: number, value: Value): Promise<void> {
    const chosen = undoable[which % Math.max(1, undoable.length)]
    if (!chosen || failing.size > 0) return
    const now = await readTabs()
    const to = findPlaces(chosen.tabs)
    const stays = [...findPlaces(now).keys()].filter((id) => to.has(id))
    delivered = new Set(stays.filter((id) => orders.some((order) => order.id === id)))
    const undone = await world.undo(chosen.runId, { value }).catch((error: unknown) => {
      // The runs changed nothing in this target.
      if (error instanceof Refusal) return undefined
      throw error
    })
    if (!undone) return
    const { status, log, cellsChanged, id } = undone
    broken.breaks?.splice(0)
    await check()
    expect(lost, log).toEqual([])
    if (cellsChanged > 0) undoable.push({ runId: id, tabs: now })
    for (const other of VALUES) if (other !== value) expect(await findTab(other), log).toEqual(now.get(other))
    if (status === 'Success') seen.undoneAlone += 1
    if (log.includes('below the others')) seen.parked += 1
    delivered = new Set(findPlaces(await readTabs()).keys())
  }

  async function run(accept: { allowShrink?: boolean } = {}) {
    const before = await readTabs()
    for (const value of failing) refusing.set(value, before.get(value) ?? [])
    for (const value of failing)
      provider.emulator.faults.add({ spreadsheetId: findFile(value), effect: { answer: 'permission_denied' } })
    const hasCrash = (broken.breaks?.length ?? 0) > 0
    const { id, status, log, delivery, isHeld, cellsChanged } = await world.run(accept)
    if (cellsChanged > 0) undoable.push({ runId: id, tabs: before })
    provider.emulator.faults.clear()
    refusing.clear()
    broken.breaks?.splice(0)
    await check()
    expect(lost, log).toEqual([])
    // Nothing was written, or all targets failed.
    if (isHeld || status === 'Error') return
    const stateByValue = new Map(delivery?.targets.map(({ value, state }) => [value, state]))
    for (const value of VALUES) {
      const expected = toRows(orders.filter((order) => order.value === value))
      const now = await findTab(value)
      const state = stateByValue.get(value) ?? 'empty'
      if (state === 'held' || (state === 'failed' && !hasCrash)) expect(now, log).toEqual(before.get(value))
      if (state === 'delivered' && delivery?.waiting_rows === 0) expect(now.slice(1), log).toEqual(expected)
      if (state === 'delivered') expect(now, log).toEqual(expect.arrayContaining(expected))
      if (state === 'held') seen.held += 1
      if (state === 'failed') seen[hasCrash ? 'crashed' : 'failed'] += 1
    }
    if ((delivery?.waiting_rows ?? 0) > 0) seen.waiting += 1
    const total = orders.reduce((sum, { amount }) => sum + amount, 0)
    expect(delivery, log).toMatchObject({ source_rows: orders.length, sums: [{ column: 'Amount', source: total }] })
    if (status === 'Success') {
      expect(delivery, log).toMatchObject({ delivered_rows: orders.length, sums: [{ delivered: total }] })
      seen.exact += 1
    }
    for (const value of VALUES) for (const [id] of (await findTab(value)).slice(1)) delivered.add(Number(id))
  }

  async function change(next: Order[]): Promise<void> {
    const cleared = Array.from({ length: Math.max(0, orders.length - next.length) }, (): Cell[] => ['', '', ''])
    orders = next
    delivered = new Set([...delivered].filter((id) => next.some((order) => order.id === id)))
    await world.setRows('A2', [...toRows(next), ...cleared])
  }

  async function take(step: Step): Promise<void> {
    if (step.kind === 'run') return await run()
    if (step.kind === 'accept') return await run({ allowShrink: true })
    if (step.kind === 'undo') return await undo(step.which)
    if (step.kind === 'undoOne') return await undoOne(step.which, step.value)
    if (step.kind === 'crash') {
      // Break off two writes, because a copy is tried twice.
      for (const isApplied of step.applied)
        broken.breaks?.push({ rowsApplied: isApplied ? Number.POSITIVE_INFINITY : 0, rest: 'lost' })
      return
    }
    if (!('at' in step)) {
      if (step.kind === 'recover') failing.delete(step.value)
      // Values with tabs of one spreadsheet fail together.
      else if (targets !== 'tabs') failing.add(step.value)
      return
    }
    const { kind, at, value } = step
    const index = at % orders.length
    const order = orders[index]
    if (!order || (kind === 'delete' && orders.length < 4)) return
    // Without a key column, only its place identifies a row. A row is not recognized if both its place and its content change.
    if (!isUnique && (kind === 'edit' || kind === 'moveEdited')) return
    if (kind === 'delete') return await change(orders.toSpliced(index, 1))
    nextId += 1
    if (kind === 'add') return await change(orders.toSpliced(index, 0, { id: nextId, value, amount: nextId }))
    if (kind !== 'edit' && order.value !== value) seen.movedBetweenRuns += 1
    const moved = kind === 'edit' ? order : { ...order, value }
    await change(orders.with(index, kind === 'move' ? moved : { ...moved, amount: order.amount + 1 }))
  }
  return { take, run, recover: () => failing.clear(), close: () => world[Symbol.asyncDispose]() }
}

/** Finds the target of each order. */
function findPlaces(tabs: ReadonlyMap<Value, Cell[][]>): Map<number, Value> {
  return new Map([...tabs].flatMap(([value, rows]) => rows.slice(1).map(([id]) => [Number(id), value] as const)))
}

/** Whether targets exchange rows in a circle. */
function hasExchange(from: ReadonlyMap<number, Value>, to: ReadonlyMap<number, Value>): boolean {
  const moves = [...from].flatMap(([id, value]) => {
    const next = to.get(id)
    return next !== undefined && next !== value ? [`${value} ${next}`] : []
  })
  const isMove = (one: Value, other: Value) => moves.includes(`${one} ${other}`)
  const isCircle = (path: readonly Value[]): boolean =>
    VALUES.some((next) => isMove(path.at(-1) ?? next, next) && (path.includes(next) || isCircle([...path, next])))
  return VALUES.some((value) => isCircle([value]))
}

async function live(kind: TaskKind, steps: readonly Step[]): Promise<void> {
  const world = await openWorld(kind)
  try {
    await world.take({ kind: 'run' })
    for (const step of steps) await world.take(step)
    world.recover()
    await world.run({ allowShrink: true })
    await world.run({ allowShrink: true })
  } finally {
    await world.close()
  }
}

test('whatever moves, fails and crashes, each target equals the filter by its value, and no row is in none', {
  tags: ['long'],
}, async () => {
  const steps = fc.array(anyStep, { minLength: 6, maxLength: 24 })
  await fc.assert(fc.asyncProperty(anyTask, steps, live), {
    ...propertyRuns({ few: 3, all: 60 }),
    endOnFailure: true,
  })
  // Play steps in an order that random histories rarely have.
  const move = (at: number, value: Value) => ({ kind: 'move' as const, at, value })
  const crash = (...applied: [boolean, boolean]) => ({ kind: 'crash' as const, applied })
  await live({ targets: 'files', isUnique: true }, [
    { kind: 'fail', value: 'South' },
    ...[move(0, 'South'), { kind: 'run' as const }, move(2, 'North'), { kind: 'run' as const }],
    { kind: 'recover', value: 'South' },
    ...[move(1, 'North'), { kind: 'moveEdited' as const, at: 3, value: 'South' as const }, { kind: 'run' as const }],
    ...[2, 5, 8, 11, 14, 17].map((at) => move(at, 'North')),
    ...[{ kind: 'run' as const }, crash(false, false), move(4, 'East')],
    ...[{ kind: 'run' as const }, { kind: 'run' as const }, { kind: 'accept' as const }],
    ...[{ kind: 'undo' as const, which: 0 }, { kind: 'run' as const }, { kind: 'undo' as const, which: 98 }],
  ])
  await live({ targets: 'files', isUnique: true }, [
    ...[move(0, 'South'), move(1, 'North'), { kind: 'run' as const }, { kind: 'undo' as const, which: 1 }],
    ...[{ kind: 'run' as const }, crash(true, true), { kind: 'undo' as const, which: 3 }],
    ...[{ kind: 'run' as const }, { kind: 'undoOne' as const, which: 1, value: 'North' as const }, move(2, 'South')],
    ...[{ kind: 'run' as const }, { kind: 'undoOne' as const, which: 0, value: 'East' as const }],
  ])
  // A target got rows by an undo that broke off, and then another target gets one of them.
  await live({ targets: 'tabs', isUnique: false }, [
    ...[{ kind: 'undo' as const, which: 0 }, crash(true, true), move(12, 'South')],
    ...[{ kind: 'undo' as const, which: 1 }, { kind: 'run' as const }],
  ])
  // A target got a row by a run that broke off, and then another target gets the row.
  await live({ targets: 'tabs', isUnique: false }, [
    ...[{ kind: 'add' as const, at: 1, value: 'North' as const }, crash(false, true), { kind: 'run' as const }],
    ...[move(1, 'South'), { kind: 'run' as const }],
  ])
  // A target lost a row by a run that broke off, and then gets the row back.
  await live({ targets: 'files', isUnique: false }, [
    ...[{ kind: 'fail' as const, value: 'South' as const }, move(1, 'North'), { kind: 'run' as const }],
    ...[{ kind: 'recover' as const, value: 'South' as const }, crash(false, true), { kind: 'run' as const }],
    ...[move(1, 'South'), { kind: 'run' as const }],
  ])
  // The undo of a run broke off in a target, and then an undo to an earlier run parks rows of the target.
  for (const applied of [false, true]) {
    await live({ targets: 'files', isUnique: false }, [
      ...[move(1, 'East'), move(2, 'South'), move(5, 'South'), move(4, 'East'), { kind: 'run' as const }],
      ...[
        { kind: 'add' as const, at: 0, value: 'East' as const },
        { kind: 'delete' as const, at: 2, value: 'East' as const },
      ],
      ...[{ kind: 'run' as const }, crash(applied, applied)],
      ...[
        { kind: 'undo' as const, which: 2 },
        { kind: 'undo' as const, which: 1 },
      ],
    ])
  }
  for (const [what, count] of Object.entries(seen)) expect(count, what).toBeGreaterThan(0)
})
