import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type EndedUndo, restoredRuns, undoOfRun } from './restored-runs.ts'

test.each<[what: string, ended: EndedUndo[], beforeRunId: number, restored: number[], undone: number[]]>([
  ['a copy', [], 2, [], []],
  ['an undo', [{ runId: 3, beforeRunId: 2 }], 3, [2], []],
  ['an undo and a copy before it', [{ runId: 3, beforeRunId: 2 }], 2, [], []],
  ['a copy after an undo', [{ runId: 3, beforeRunId: 2 }], 4, [], []],
  [
    'the undo of an undo',
    [
      { runId: 3, beforeRunId: 1 },
      { runId: 4, beforeRunId: 3 },
    ],
    4,
    [],
    [1, 2],
  ],
])('undoing %s', (_what, ended, beforeRunId, restored, undone) => {
  const found = restoredRuns(ended, beforeRunId)
  const runs = Array.from({ length: beforeRunId - found.fromRunId }, (_, at) => found.fromRunId + at)
  const copies = runs.filter((run) => !ended.some(({ runId }) => runId === run))
  expect(copies.filter((run) => !undoOfRun(run, found))).toEqual(restored)
  expect(copies.filter((run) => undoOfRun(run, found))).toEqual(undone)
})

test('after any sequence of copies and undos, those copies count that counted before the first run that was undone', () => {
  const steps = fc.array(fc.oneof(fc.constant('copy' as const), fc.nat()), { minLength: 1, maxLength: 12 })
  fc.assert(
    fc.property(steps, (all) => {
      /** The copies in effect after each run. */
      const counting: number[][] = [[]]
      const flags = new Map<number, boolean>()
      const ended: EndedUndo[] = []
      for (const [at, step] of all.entries()) {
        const runId = at + 1
        if (step === 'copy' || at === 0) {
          counting.push([...(counting[at] ?? []), runId])
          flags.set(runId, true)
          continue
        }
        const beforeRunId = 1 + (step % at)
        const found = restoredRuns(ended, beforeRunId)
        for (const id of flags.keys()) {
          if (id >= beforeRunId) flags.set(id, false)
          else if (id >= found.fromRunId) flags.set(id, undoOfRun(id, found) === undefined)
        }
        ended.push({ runId, beforeRunId })
        counting.push(counting[beforeRunId - 1] ?? [])
        expect([...flags.keys()].filter((id) => flags.get(id))).toEqual(counting[runId])
      }
    }),
  )
})
