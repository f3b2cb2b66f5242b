import fc from 'fast-check'
import { expect, test } from 'vitest'
import { buildRun, buildRunningRun, buildSituation, noonPlus } from '#tests/support/build-situation.ts'
import { admit } from './admit.ts'
import type { RunState } from './situation.ts'
import { findWriter } from './target-places.ts'

const now = noonPlus(0)
const wanted = { runId: 5, ssIds: ['x', 'y'], now }
const places = (isTaken: boolean, ...ssIds: string[]) => ({ targetSsIds: [], targetPlaces: { ssIds, isTaken } })

test.each<[string, RunState, boolean]>([
  ['its task names one of the spreadsheets', buildRunningRun({ id: 9, targetSsIds: ['y'] }), true],
  ['it writes others', buildRunningRun({ id: 9, targetSsIds: ['z'] }), false],
  ['it has taken one of the places', buildRunningRun({ id: 9, ...places(true, 'y', 'z') }), true],
  ['it waits, and is older', buildRunningRun({ id: 4, ...places(false, 'y') }), true],
  ['it waits, and is newer', buildRunningRun({ id: 6, ...places(false, 'y') }), false],
  ['its node is lost', buildRunningRun({ id: 4, targetSsIds: ['y'], leaseUntil: noonPlus(-1) }), false],
  ['it has not started', buildRun({ id: 4, targetSsIds: ['y'] }), false],
  ['it is the run itself', buildRunningRun({ id: 5, ...places(false, 'y') }), false],
])('a run keeps another one from writing if %s', (_why, run, isWriter) => {
  expect(findWriter({ ...wanted, runs: [run] })?.id).toBe(isWriter ? run.id : undefined)
})

test('no run starts to write a spreadsheet for which another one waits', () => {
  const runs = [buildRunningRun({ id: 1, ...places(false, 'x') }), buildRun({ id: 2, targetSsIds: ['x'] })]
  expect(admit(buildSituation({ runs }))).toBeUndefined()
})

test('whatever runs want, all of them get their places in the end, and never two the same', () => {
  const ssIds = fc.subarray(['a', 'b', 'c', 'd'], { minLength: 1 })
  fc.assert(
    fc.property(fc.array(ssIds, { minLength: 1, maxLength: 6 }), fc.infiniteStream(fc.nat()), (lists, choices) => {
      let runs = lists.map((list, at) => buildRunningRun({ id: at + 1, ...places(false, ...list) }))
      while (runs.length > 0) {
        const holders = runs.filter(({ targetPlaces }) => targetPlaces?.isTaken)
        const held = holders.flatMap(({ targetPlaces }) => targetPlaces?.ssIds ?? [])
        expect(new Set(held).size).toBe(held.length)
        const free = runs.filter(({ id, targetPlaces }) => {
          const ssIdsOfRun = targetPlaces?.ssIds ?? []
          return !targetPlaces?.isTaken && !findWriter({ runId: id, ssIds: ssIdsOfRun, runs, now })
        })
        const steps = [...free, ...holders]
        const chosen = steps[(choices.next().value ?? 0) % steps.length]
        expect(chosen).toBeDefined()
        runs = holders.some(({ id }) => id === chosen?.id)
          ? runs.filter(({ id }) => id !== chosen?.id)
          : runs.map((run) =>
              run.id === chosen?.id ? { ...run, ...places(true, ...(run.targetPlaces?.ssIds ?? [])) } : run,
            )
      }
    }),
  )
})
