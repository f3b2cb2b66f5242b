import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dependencyChain } from '#domain/tasks/dependency.ts'
import { SECOND_MS } from '#domain/time.ts'
import { aType } from '#tests/support/a-situation.ts'
import { type ModelTask, QueueModel } from '#tests/support/queue-model.ts'

/** Up to four types, each depending on none or on one before it, with up to twelve tasks that share a few targets. */
const anyQueue = fc
  .record({
    types: fc.array(
      fc.record({
        allowedConcurrentTasks: fc.integer({ min: 1, max: 3 }),
        queueDelaySeconds: fc.constantFrom(0, 0, 7, 30),
        maxRetries: fc.integer({ min: 0, max: 2 }),
        parent: fc.nat(),
      }),
      { minLength: 1, maxLength: 4 },
    ),
    tasks: fc.array(
      fc.record({
        type: fc.nat(),
        target: fc.nat({ max: 5 }),
        own: fc.option(fc.integer({ min: 1, max: 4 }), { freq: 3 }),
      }),
      { minLength: 1, maxLength: 12 },
    ),
  })
  .map(({ types, tasks }) => ({
    types: types.map(({ parent, ...type }, index) => {
      const parentId = parent % (index + 1)
      return aType({ ...type, id: index + 1, dependsOnId: parentId === 0 ? null : parentId })
    }),
    tasks: tasks.map(
      ({ type, target, own }, index): ModelTask => ({
        id: index + 1,
        typeId: (type % types.length) + 1,
        maxConcurrentTasks: own,
        targetSsId: `target-${target}`,
      }),
    ),
  }))

type Step = (model: QueueModel) => void
const pick = <T>(from: readonly T[], at: number): T | undefined => from[at % Math.max(1, from.length)]

const anyStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.array(fc.integer({ min: 1, max: 12 })).map(
      (ids): Step =>
        (model) =>
          model.request(ids),
    ),
  },
  { weight: 6, arbitrary: fc.constant<Step>((model) => model.step()) },
  {
    weight: 2,
    arbitrary: fc.integer({ min: 1, max: 40 }).map(
      (seconds): Step =>
        (model) =>
          model.passTime(seconds),
    ),
  },
  {
    weight: 4,
    arbitrary: fc.tuple(fc.nat(), fc.constantFrom('Success', 'Warning', 'Error', 'Failed')).map(
      ([at, end]): Step =>
        (model) =>
          onPicked(model.held, at, (run) => model.endAttempt(run, end)),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.nat().map(
      (at): Step =>
        (model) =>
          onPicked(model.inProgress, at, (run) => model.stop(run)),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.nat().map(
      (at): Step =>
        (model) =>
          onPicked(model.held, at, (run) => model.crash(run)),
    ),
  },
)

function onPicked<T>(from: readonly T[], at: number, act: (picked: T) => void): void {
  const picked = pick(from, at)
  if (picked) act(picked)
}

/** Plays any history on any queue, and looks at what came of it. */
function always(look: (model: QueueModel) => void): void {
  fc.assert(
    fc.property(anyQueue, fc.array(anyStep, { maxLength: 120, size: 'max' }), (queue, steps) => {
      const model = new QueueModel(queue)
      for (const step of steps) step(model)
      look(model)
    }),
  )
}

test('never more runs of a type than the started task allows', () => {
  always((model) => {
    for (const { run, situation } of model.starts) {
      const limit = run.maxConcurrentTasks ?? situation.typeById.get(run.typeId)?.allowedConcurrentTasks ?? 0
      expect(situation.runningByType.get(run.typeId) ?? 0).toBeLessThan(limit)
    }
  })
})

test('never two runs of a task or into a spreadsheet at once', () => {
  always((model) => {
    for (const { run, situation } of model.starts) {
      expect(situation.writerByTarget.has(run.targetSsId)).toBe(false)
      expect(situation.runs.filter(({ taskId }) => taskId === run.taskId)).toHaveLength(1)
    }
  })
})

test('never a dependent before its prerequisites', () => {
  always((model) => {
    for (const { run, situation } of model.starts.filter(({ run }) => run.status === 'Queued')) {
      const chain = dependencyChain({ typeId: run.typeId, types: situation.types }).map((type) => type.id)
      const busy = situation.runs.filter(({ typeId }) => typeId !== run.typeId && chain.includes(typeId))
      expect(busy).toEqual([])
    }
  })
})

test('never two starts of a type within its delay', () => {
  always((model) => {
    for (const { run, situation } of model.starts.filter(({ isTakeUp }) => !isTakeUp)) {
      const type = situation.typeById.get(run.typeId)
      if (!type?.lastStartAt) continue
      const sinceMs = situation.now.getTime() - type.lastStartAt.getTime()
      expect(sinceMs).toBeGreaterThanOrEqual(type.queueDelaySeconds * SECOND_MS)
    }
  })
})

test('never a start before the next attempt is due', () => {
  always((model) => {
    for (const { run, situation } of model.starts.filter(({ run }) => run.status === 'Failed')) {
      expect(situation.now.getTime()).toBeGreaterThanOrEqual(run.nextAttemptAt?.getTime() ?? Number.POSITIVE_INFINITY)
    }
  })
})

test('a stop always wins: the run starts no more and ends as Stopped', () => {
  always((model) => {
    expect(model.drain()).toBe(true)
    expect(model.runs.filter((run) => run.isStopWanted && run.status !== 'Stopped')).toEqual([])
    expect(model.starts.filter(({ run }) => run.stopRequestedAt !== null)).toEqual([])
  })
})

test('every run comes to an end, and without bad luck a good one', () => {
  always((model) => {
    const queued = model.inProgress.filter((run) => run.status === 'Queued' && !run.isStopWanted)
    expect(model.drain()).toBe(true)
    const ends = queued.map((run) => run.status)
    expect(ends.filter((status) => status !== 'Success' && status !== 'Warning')).toEqual([])
  })
})
