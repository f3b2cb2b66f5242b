import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  anyPlaceStep,
  openPlaceWorld,
  type PlaceNode,
  type PlaceStep,
  seenPlaces,
  startPlaceNode,
} from '#tests/support/last-copy-world.ts'
import { propertyRuns } from '#tests/support/property-runs.ts'

/** Steps of every kind, with two target tabs and two sources, in an order that random histories rarely have. */
const wanderer: PlaceStep[] = [
  { kind: 'edit', file: 0, tab: 5, rows: 4, width: 4 },
  { kind: 'run' },
  { kind: 'name', end: 'target', tab: 6, spelling: 'in capitals' },
  { kind: 'run' },
  { kind: 'point', end: 'source', file: 1 },
  { kind: 'run' },
  { kind: 'point', end: 'source', file: 0 },
  { kind: 'rename', end: 'target', file: 0, tab: 6 },
  { kind: 'run' },
  { kind: 'run' },
  { kind: 'name', end: 'target', tab: 5, spelling: 'as a link' },
  { kind: 'edit', file: 0, tab: 5, rows: 2, width: 3 },
  { kind: 'crash' },
  { kind: 'run' },
  { kind: 'set', change: { targetCell: 'B3' } },
  { kind: 'run' },
  { kind: 'undo', which: 0 },
  { kind: 'run' },
  { kind: 'set', change: { startRow: 1 } },
  { kind: 'run' },
]

async function live(node: PlaceNode, steps: readonly PlaceStep[]): Promise<void> {
  const world = await openPlaceWorld(node)
  await world.run()
  for (const step of steps) await world.take(step)
  await world.run()
}

test('whatever is edited, renamed, pointed elsewhere, broken off and undone, a run gets what is recorded of its place, and nothing else', {
  tags: ['long'],
}, async () => {
  await using node = await startPlaceNode()
  const steps = fc.array(anyPlaceStep, { minLength: 5, maxLength: 14 })
  await fc.assert(
    fc.asyncProperty(steps, (some) => live(node, some)),
    { ...propertyRuns({ few: 3, all: 100, examples: [[wanderer]] }), endOnFailure: true },
  )
  for (const [what, count] of Object.entries(seenPlaces)) expect(count, what).toBeGreaterThan(0)
})
