import fc from 'fast-check'
import { expect, test } from 'vitest'
import { layoutFiles, measureHeight, NODE_WIDTH_PX } from './map-layout.ts'

const files = ['a', 'b', 'c', 'x', 'y'].map((id) => ({ id, tabsCount: 1, area: 'Daily' }))

test('a file is to the right of what fills it, and groups lie apart', () => {
  const { places } = layoutFiles(files, [
    { from: 'a', to: 'b' },
    { from: 'b', to: 'c' },
    { from: 'x', to: 'y' },
  ])
  const findX = (id: string) => places.get(id)?.x ?? Number.NaN
  expect(findX('a')).toBeLessThan(findX('b'))
  expect(findX('b')).toBeLessThan(findX('c'))
  expect(findX('x')).toBeLessThan(findX('y'))
})

test('connected files of one task type are below the name of their type', () => {
  const findArea = (id: string) => (['x', 'y'].includes(id) ? 'Weekly' : 'Daily')
  const { places, areas } = layoutFiles(
    files.map((file) => ({ ...file, area: findArea(file.id) })),
    [
      { from: 'a', to: 'b' },
      { from: 'b', to: 'c' },
      { from: 'x', to: 'y' },
    ],
  )
  expect(areas.map(({ name }) => name)).toEqual(['Daily', 'Weekly'])
  const findTop = (name: string) => areas.find((area) => area.name === name)?.y ?? Number.NaN
  for (const id of ['a', 'b', 'c']) expect(places.get(id)?.y).toBeGreaterThan(findTop('Daily'))
  for (const id of ['a', 'b', 'c']) expect(places.get(id)?.y).toBeLessThan(findTop('Weekly'))
  for (const id of ['x', 'y']) expect(places.get(id)?.y).toBeGreaterThan(findTop('Weekly'))
})

test('whatever copies what, also in circles, every file has a place of its own', () => {
  const anyId = fc.nat({ max: 11 }).map(String)
  const anyFiles = fc.array(fc.nat({ max: 5 }), { minLength: 12, maxLength: 12 })
  fc.assert(
    fc.property(anyFiles, fc.array(fc.record({ from: anyId, to: anyId }), { maxLength: 20 }), (tabs, links) => {
      const nodes = tabs.map((tabsCount, index) => ({ id: String(index), tabsCount, area: String(index % 3) }))
      const { places } = layoutFiles(nodes, links)
      const boxes = nodes.map(({ id, tabsCount }) => ({
        ...(places.get(id) ?? { x: Number.NaN, y: 0 }),
        height: measureHeight(tabsCount),
      }))
      for (const [index, one] of boxes.entries()) {
        expect(Number.isFinite(one.x + one.y)).toBe(true)
        for (const other of boxes.slice(index + 1)) {
          const overlaps =
            Math.abs(one.x - other.x) < NODE_WIDTH_PX && one.y < other.y + other.height && other.y < one.y + one.height
          expect(overlaps).toBe(false)
        }
      }
    }),
    { numRuns: 100 },
  )
})

test('500 files in one group, with 800 copies between them, all have places', () => {
  const nodes = Array.from({ length: 500 }, (_, index) => ({
    id: String(index),
    tabsCount: 1 + (index % 3),
    area: 'Daily',
  }))
  const links = Array.from({ length: 800 }, (_, index) => ({
    from: String(Math.floor((index * 7) % 250)),
    to: String(250 + ((index * 13) % 250)),
  }))
  expect(layoutFiles(nodes, links).places.size).toBe(500)
})
