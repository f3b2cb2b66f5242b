import fc from 'fast-check'
import { expect, test } from 'vitest'
import { NO_TABS } from '#domain/tasks/last-tabs.ts'
import { TabGraph } from '#domain/tasks/overlaps.ts'
import { type ChainTask, listFollowers, listUpstream } from './chains.ts'
import { typesInBothOrders } from './types-in-both-orders.ts'

/** Copies between tabs named after their files: `ab` copies `a` to `b`. */
function task(id: number, path: string, fields: Partial<ChainTask> = {}): ChainTask {
  const [source = '', target = ''] = path
  return {
    ...{ id, name: path, typeName: 'Type', typeId: 1, followsSource: true, lastTabs: NO_TABS },
    ...{ sourceSsId: source, sourceSheetName: 'Data', targetSsId: target, targetSheetName: 'Data' },
    ...fields,
  }
}

function buildGraph(paths: readonly string[]) {
  const tasks = paths.map((path, index) => task(index + 1, path))
  const graph = new TabGraph<ChainTask>(tasks)
  const named = (name: string) => tasks.find((one) => one.name === name) ?? task(0, name)
  return { graph, named }
}

const never = () => false
const names = (tasks: readonly ChainTask[]) => tasks.map(({ name }) => name).toSorted()

test.each([
  { what: 'a chain', paths: ['ab', 'bc', 'cd'], of: 'cd', upstream: ['ab', 'bc'] },
  { what: 'a diamond', paths: ['sa', 'sb', 'ad', 'bd', 'dx'], of: 'dx', upstream: ['ad', 'bd', 'sa', 'sb'] },
  { what: 'ways of two lengths', paths: ['sd', 'sb', 'bd', 'dx'], of: 'dx', upstream: ['bd', 'sb', 'sd'] },
  { what: 'a loop', paths: ['ab', 'bc', 'ca'], of: 'bc', upstream: [] },
  { what: 'a loop with a way in', paths: ['xa', 'ab', 'ba'], of: 'ab', upstream: ['xa'] },
  { what: 'a way out of a loop', paths: ['ab', 'ba', 'bc'], of: 'bc', upstream: ['ab', 'ba'] },
])('in $what, a run waits for $upstream', ({ paths, of, upstream }) => {
  const { graph, named } = buildGraph(paths)
  expect(names(listUpstream({ graph, areInBothOrders: never }, named(of)))).toEqual(upstream)
})

test('a chain ends where a task does not follow its source, and other tabs of a file are no part of it', () => {
  const tasks = [task(1, 'ab'), task(2, 'bc', { followsSource: false }), task(3, 'cd')]
  const other = task(4, 'bx', { sourceSheetName: 'Other' })
  const graph = new TabGraph<ChainTask>([...tasks, other])
  const [first, second, third] = tasks as [ChainTask, ChainTask, ChainTask]
  expect(listFollowers(graph, first)).toEqual([])
  expect(names(listFollowers(graph, second))).toEqual(['cd'])
  expect(names(listUpstream({ graph, areInBothOrders: never }, third))).toEqual(['bc'])
})

test('types that depend on each other decide, where a chain runs against them', () => {
  const types = [
    { id: 1, name: 'Masters', dependsOnId: null },
    { id: 2, name: 'Ledger', dependsOnId: 1 },
    { id: 3, name: 'Reports', dependsOnId: null },
  ]
  const links = [
    { before: 2, after: 1 },
    { before: 2, after: 3 },
  ]
  const areInBothOrders = typesInBothOrders({ types, links })
  expect(areInBothOrders({ before: 2, after: 1 })).toBe(true)
  expect(areInBothOrders({ before: 2, after: 3 })).toBe(false)
  expect(areInBothOrders({ before: 1, after: 3 })).toBe(false)
})

test('whatever the chains and the order of types, no runs wait for each other', () => {
  const anyTasks = fc.array(
    fc.record({
      source: fc.nat({ max: 6 }),
      target: fc.nat({ max: 6 }),
      typeId: fc.integer({ min: 1, max: 4 }),
      follows: fc.boolean(),
    }),
    { minLength: 2, maxLength: 12 },
  )
  const anyParents = fc.tuple(fc.constant(null), ...[1, 2, 3].map((id) => fc.option(fc.integer({ min: 1, max: id }))))
  const seen = { waits: 0, dropped: 0 }
  fc.assert(
    fc.property(anyTasks, anyParents, (ends, parents) => {
      const types = parents.map((dependsOnId, index) => ({ id: index + 1, name: `Type ${index}`, dependsOnId }))
      const tasks = ends.map(({ source, target, typeId, follows }, index) =>
        task(index + 1, `${source}${target === source ? target + 1 : target}`, { typeId, followsSource: follows }),
      )
      const graph = new TabGraph<ChainTask>(tasks)
      const links = tasks.flatMap((one) =>
        listFollowers(graph, one).map((other) => ({ before: one.typeId, after: other.typeId })),
      )
      const areInBothOrders = typesInBothOrders({ types, links })
      const waitsFor = new Map(
        tasks.map((one) => {
          const upstream = listUpstream({ graph, areInBothOrders }, one)
          seen.waits += upstream.length
          seen.dropped += listUpstream({ graph, areInBothOrders: never }, one).length - upstream.length
          const prerequisites = listPrerequisites(one.typeId, types)
          return [one, [...upstream, ...tasks.filter(({ typeId }) => prerequisites.has(typeId))]]
        }),
      )
      const started = new Set<ChainTask>()
      for (let round = 0; round < tasks.length; round += 1) {
        for (const one of tasks) if (waitsFor.get(one)?.every((other) => started.has(other))) started.add(one)
      }
      expect(started.size).toBe(tasks.length)
    }),
    { numRuns: 500 },
  )
  expect(seen.waits).toBeGreaterThan(200)
  expect(seen.dropped).toBeGreaterThan(20)
})

function listPrerequisites(typeId: number, types: readonly { id: number; dependsOnId: number | null }[]): Set<number> {
  const found = new Set<number>()
  let id = types.find((type) => type.id === typeId)?.dependsOnId ?? null
  while (id !== null && !found.has(id)) {
    found.add(id)
    const parent = id
    id = types.find((type) => type.id === parent)?.dependsOnId ?? null
  }
  return found
}
