import fc from 'fast-check'
import { expect, test } from 'vitest'
import { NO_TABS } from './last-tabs.ts'
import { changesTabs, createdConflict, type PlacedTask, TabGraph } from './overlaps.ts'

type End = [ssId: string, sheetName: string]

function task(id: number, [source, target]: [source: End, target: End], lastTabs: PlacedTask['lastTabs'] = NO_TABS) {
  const [sourceSsId, sourceSheetName] = source
  const [targetSsId, targetSheetName] = target
  return { id, name: `t${id}`, typeName: 'T', sourceSsId, sourceSheetName, targetSsId, targetSheetName, lastTabs }
}

/** A task from its own spreadsheet to a tab. `last` is the tab of the last copy, if any. */
function writer(id: number, target: End, last?: { sheetId: number; title: string }): PlacedTask {
  const source = { sheetId: 0, title: 'Sheet1' }
  return task(id, [[`source ${id}`, ''], target], last ? { source, target: last } : NO_TABS)
}

const ids = (tasks: readonly PlacedTask[]) => tasks.map(({ id }) => id)
const orders = { sheetId: 5, title: 'Orders' }

test.each<{ what: string; one: PlacedTask; other: PlacedTask; overlap: boolean }>([
  { what: 'one name', one: writer(1, ['book', 'Orders']), other: writer(2, ['book', ' ORDERS']), overlap: true },
  { what: 'two names', one: writer(1, ['book', 'Orders']), other: writer(2, ['book', 'Copy']), overlap: false },
  { what: 'two files', one: writer(1, ['book', 'Orders']), other: writer(2, ['other', 'Orders']), overlap: false },
  { what: 'the first tab twice', one: writer(1, ['book', '']), other: writer(2, ['book', '']), overlap: true },
  { what: 'an unknown first tab', one: writer(1, ['book', '']), other: writer(2, ['book', 'Orders']), overlap: false },
  {
    what: 'a first tab that was copied, and its name',
    one: writer(1, ['book', ''], orders),
    other: writer(2, ['book', 'orders']),
    overlap: true,
  },
  {
    what: 'a first tab that was copied, and a first tab',
    one: writer(1, ['book', ''], orders),
    other: writer(2, ['book', '']),
    overlap: true,
  },
  {
    what: 'a tab that was renamed between two copies',
    one: writer(1, ['book', 'Orders'], orders),
    other: writer(2, ['book', 'Archive'], { sheetId: 5, title: 'Archive' }),
    overlap: true,
  },
  {
    what: 'a tab that was copied, and a link to it',
    one: writer(1, ['book', 'Orders'], orders),
    other: writer(2, ['book', '#gid=5']),
    overlap: true,
  },
  {
    what: 'links to two tabs',
    one: writer(1, ['book', '#gid=7']),
    other: writer(2, ['book', '#gid=5']),
    overlap: false,
  },
  {
    what: 'two tabs that were copied',
    one: writer(1, ['book', ''], { sheetId: 0, title: 'Sheet1' }),
    other: writer(2, ['book', 'Orders'], orders),
    overlap: false,
  },
])('tasks that write to $what overlap: $overlap', ({ one, other, overlap }) => {
  const graph = new TabGraph([one, other])
  expect(ids(graph.overlaps(one))).toEqual(overlap ? [2] : [])
  expect(ids(graph.overlaps(other))).toEqual(overlap ? [1] : [])
})

test('a chain leads back to the source tab, or only to its spreadsheet', () => {
  const [a, b, c]: [End, End, End] = [
    ['a', 'A'],
    ['b', 'B'],
    ['c', 'C'],
  ]
  const first = task(1, [a, b])
  const graph = new TabGraph([first, task(2, [b, c]), task(3, [c, a]), task(4, [b, ['d', 'D']])])
  expect(ids(graph.loop(first))).toEqual([2, 3])
  expect(ids(graph.fileLoop(first))).toEqual([2, 3])
  graph.set(task(3, [c, ['a', 'Other']]))
  expect(ids(graph.loop(first))).toEqual([])
  expect(ids(graph.fileLoop(first))).toEqual([2, 3])
  graph.set(task(3, [['c', 'Other'], a]))
  expect(ids(graph.loop(first))).toEqual([])
  expect(ids(graph.fileLoop(first))).toEqual([2, 3])
  const within = task(5, [a, ['a', 'B']])
  expect(ids(new TabGraph([within]).fileLoop(within))).toEqual([])
})

test('a hand-out by value leads to its spreadsheet before its first run', () => {
  const handOut = {
    ...task(1, [
      ['x', 'Data'],
      ['y', ''],
    ]),
    splitBy: 'Branch',
  }
  const graph = new TabGraph([
    handOut,
    task(2, [
      ['y', 'Any'],
      ['x', 'Other'],
    ]),
  ])
  expect(ids(graph.fileLoop(handOut))).toEqual([2])
  expect(ids(graph.fileLoop(graph.get(2) as PlacedTask))).toEqual([1])
})

test('a target in the source spreadsheet hides no chain through another target', () => {
  const targets = ['x', 'y'].map((file) => ({ value: file, target_ss_id: file, target_sheet_name: 'Copy' }))
  const handOut = {
    ...task(1, [
      ['x', 'Data'],
      ['x', ''],
    ]),
    splitBy: 'Branch',
    targets,
  }
  const graph = new TabGraph([
    handOut,
    task(2, [
      ['x', 'Copy'],
      ['z', ''],
    ]),
    task(3, [
      ['y', 'Copy'],
      ['x', 'Other'],
    ]),
  ])
  expect(ids(graph.fileLoop(handOut))).toEqual([3])
})

test('a conflict that exists already is not new, and neither is one among tasks that are restored together', () => {
  const overlapping = [writer(1, ['book', 'Orders']), writer(2, ['book', 'Orders'])] as const
  const graph = new TabGraph(overlapping)
  expect(createdConflict(graph, { ...overlapping[0], sourceSsId: 'elsewhere' })).toBeUndefined()
  expect(createdConflict(graph, writer(3, ['book', 'Orders']))).toMatchObject({ kind: 'overlap', other: { id: 1 } })
  expect(createdConflict(graph, writer(3, ['book', 'Orders']), new Set([1, 2]))).toBeUndefined()
  expect(createdConflict(graph, writer(3, ['book', 'Orders']), new Set([1]))).toMatchObject({ other: { id: 2 } })
})

test('a task is in conflict with each target of a list, and has the same pair as one from its source', () => {
  const targets = [
    { value: 'North', target_ss_id: 'north', target_sheet_name: 'Orders' },
    { value: 'South', target_ss_id: 'south', target_sheet_name: '' },
  ]
  const listing = {
    ...task(1, [
      ['master', 'Data'],
      ['north', ''],
    ]),
    splitBy: 'Branch',
    targets,
    targetsFrom: null,
  }
  const graph = new TabGraph([listing])
  const findConflictKind = (source: End, target: End) => createdConflict(graph, task(2, [source, target]))?.kind
  expect(findConflictKind(['master', ' DATA'], ['south', ''])).toBe('pair')
  expect(findConflictKind(['master', 'Data'], ['north', 'orders'])).toBe('pair')
  expect(findConflictKind(['master', 'Other'], ['south', ''])).toBe('overlap')
  expect(findConflictKind(['master', 'Data'], ['north', ''])).toBeUndefined()
  const other = { ...listing, id: 3, splitBy: 'Rep', targetSsId: 'reps', targets: targets.slice(1) }
  expect(createdConflict(graph, other)?.kind).toBe('pair')
  expect(
    createdConflict(graph, {
      ...other,
      targets: [{ value: 'South', target_ss_id: 'south', target_sheet_name: 'Reps' }],
    }),
  ).toBeUndefined()
})

const found = (value: string, targetSsId: string, title = value) => ({ value, targetSsId, sheetId: 7, title })

test.each([
  { what: 'a tab of a value', own: {}, foundTargets: [found('North', 'file')], reads: ['file', 'north'] },
  { what: 'a renamed tab', own: {}, foundTargets: [found('North', 'file', 'N')], reads: ['file', 'n'] },
  { what: 'a tab by its ID', own: {}, foundTargets: [found('North', 'file')], reads: ['file', '#gid=7'] },
  { what: 'tabs by a pattern', own: {}, foundTargets: [found('North', 'file')], reads: ['file', 'No*'] },
  { what: 'the first tab of a listed file', foundTargets: [found('North', 'north', 'Sheet1')], reads: ['north', ''] },
  { what: 'the title of that tab', foundTargets: [found('North', 'north', 'Sheet1')], reads: ['north', 'Sheet1'] },
  {
    what: 'a renamed tab of a value in other case',
    foundTargets: [found(' NORTH', 'north', 'N')],
    reads: ['north', 'N'],
  },
  { what: 'a listed file before its first copy', foundTargets: [], reads: ['north', ''] },
  { what: 'a former file of a value', foundTargets: [found('North', 'old')], reads: ['old', 'North'], isRead: false },
  {
    what: 'a former spreadsheet',
    own: {},
    foundTargets: [found('North', 'old')],
    reads: ['old', 'North'],
    isRead: false,
  },
] as const)('a task that copies $what of a hand-out reads its target: $isRead', (example) => {
  const { own, foundTargets, reads, isRead = true } = { own: undefined, isRead: undefined, ...example }
  const targets = own ? [] : [{ value: 'North', target_ss_id: 'north', target_sheet_name: '' }]
  const ends: [End, End] = [
    ['master', 'Data'],
    ['file', ''],
  ]
  const handOut = { ...task(1, ends), splitBy: 'Branch', targets, foundTargets }
  const reader = task(2, [[...reads], ['end', '']])
  const graph = new TabGraph([handOut, reader])
  expect(ids(graph.readersOfTarget(handOut))).toEqual(isRead ? [2] : [])
  expect(ids(graph.writersOfSource(reader))).toEqual(isRead && !reads[1].endsWith('*') ? [1] : [])
  const back = task(2, [[...reads], ['master', 'Data']])
  expect(createdConflict(graph, back)?.kind).toBe(isRead ? 'loop' : undefined)
})

const tab = fc.tuple(fc.constantFrom('x', 'y'), fc.constantFrom('A', 'B', 'C'))
const saves = fc.array(fc.record({ id: fc.integer({ min: 1, max: 4 }), ends: fc.tuple(tab, tab) }), {
  minLength: 20,
  maxLength: 40,
})

/** Finds every tab that copies reach from a tab. */
function reached(from: string, tasks: readonly PlacedTask[]): Set<string> {
  const found = new Set([from])
  for (const _ of tasks) {
    for (const each of tasks) {
      if (found.has(`${each.sourceSsId}!${each.sourceSheetName}`)) {
        found.add(`${each.targetSsId}!${each.targetSheetName}`)
      }
    }
  }
  return found
}

test('tasks that are saved one after the other never share a target tab, and no copies lead back to their source', () => {
  const seen = { pair: 0, overlap: 0, loop: 0, longLoop: 0 }
  fc.assert(
    fc.property(saves, (all) => {
      const saved = new Map<number, PlacedTask>()
      const graph = new TabGraph([])
      for (const { id, ends } of all) {
        const after = task(id, ends)
        if (ends[0].join('!') === ends[1].join('!')) continue
        const others = [...saved.values()].filter((other) => other.id !== id)
        const sharing = others.filter((other) => other.targetSsId + other.targetSheetName === ends[1].join(''))
        const isPair = sharing.some((other) => other.sourceSsId + other.sourceSheetName === ends[0].join(''))
        const shared = isPair ? 'pair' : 'overlap'
        const leadsBack = reached(ends[1].join('!'), others).has(ends[0].join('!'))
        const conflict = createdConflict(graph, after)
        expect(conflict?.kind).toBe(sharing.length > 0 ? shared : leadsBack ? 'loop' : undefined)
        if (conflict) seen[conflict.kind] += 1
        if (conflict?.kind === 'loop' && conflict.chain.length > 1) seen.longLoop += 1
        if (conflict) continue
        graph.set(after)
        saved.set(id, after)
      }
    }),
    { numRuns: 200 },
  )
  for (const count of Object.values(seen)) expect(count).toBeGreaterThan(20)
})

test.each([
  { after: { targetSheetName: ' orders ' }, changes: false },
  { after: { targetSheetName: 'Copy' }, changes: true },
  { after: { sourceSsId: 'other' }, changes: true },
])('a change to $after changes tabs: $changes', ({ after, changes }) => {
  const before = writer(1, ['book', 'Orders'])
  expect(changesTabs({ before, after: { ...before, ...after } })).toBe(changes)
})

test('each source of a task may close a loop, also one that a pattern leads to', () => {
  const onward = task(1, [
    ['master', 'All'],
    ['branch', '2026-05'],
  ])
  const graph = new TabGraph([onward])
  const union = (source_sheet_name: string) => ({
    ...task(2, [
      ['own', 'Orders'],
      ['master', 'All'],
    ]),
    moreSources: [{ source_ss_id: 'branch', source_sheet_name }],
  })
  expect(graph.loop(union('2026-05')).map(({ id }) => id)).toEqual([1])
  expect(graph.loop(union('2026-*')).map(({ id }) => id)).toEqual([1])
  expect(graph.loop(union('2025-*'))).toEqual([])
  // In the other direction, the new task copies the result on.
  graph.set(union('2026-*'))
  expect(new TabGraph([union('2026-*')]).loop(onward).map(({ id }) => id)).toEqual([2])
})
