import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dependencyChain } from '#domain/tasks/dependency.ts'
import { SECOND_MS } from '#domain/time.ts'
import { buildType } from '#tests/support/build-situation.ts'
import {
  type AttemptEnd,
  type Case,
  type ModelRun,
  type ModelTask,
  QueueModel,
  type Start,
} from '#tests/support/queue-model.ts'
import type { RunState } from './situation.ts'

const HISTORIES = 300
/**
 * Minimum histories for each case. Even the rarest case occurs in about 30 histories, so a random seed does not fall short by
 * chance.
 */
const MIN_HISTORIES_PER_CASE = 5
/** More crashes than any type allows. */
const MANY_CRASHES = 20

/** Up to four types, each independent or depending on an earlier type, with up to twelve tasks on a few shared targets. */
const anyQueue = fc
  .record({
    types: fc.array(
      fc.record({
        allowedConcurrentTasks: fc.integer({ min: 1, max: 3 }),
        queueDelaySeconds: fc.constantFrom(0, 0, 7, 30),
        maxRetries: fc.integer({ min: 0, max: 2 }),
        retryDelaySeconds: fc.constantFrom(0, 5, 60),
        parent: fc.nat(),
      }),
      { minLength: 1, maxLength: 4 },
    ),
    tasks: fc.array(
      fc.record({
        type: fc.nat(),
        target: fc.nat({ max: 5 }),
        maxConcurrentTasks: fc.option(fc.integer({ min: 1, max: 4 }), { freq: 3 }),
      }),
      { minLength: 1, maxLength: 12 },
    ),
  })
  .map(({ types, tasks }) => ({
    types: types.map(({ parent, retryDelaySeconds, ...fields }, index) => {
      const parentId = parent % (index + 1)
      const type = buildType({ ...fields, id: index + 1, dependsOnId: parentId === 0 ? null : parentId })
      return { ...type, retryDelaySeconds }
    }),
    tasks: tasks.map(
      ({ type, target, maxConcurrentTasks }, index): ModelTask => ({
        id: index + 1,
        typeId: (type % types.length) + 1,
        maxConcurrentTasks,
        targetSsIds: [`target-${target}`],
      }),
    ),
  }))

type Step = (model: QueueModel) => void

/** A step that acts on one of the given runs; does nothing if there is none. */
function stepOfOne(from: (model: QueueModel) => readonly ModelRun[], act: (model: QueueModel, run: ModelRun) => void) {
  return fc.nat().map(
    (index): Step =>
      (model) => {
        const runs = from(model)
        const run = runs[index % runs.length]
        if (run) act(model, run)
      },
  )
}

const held = (model: QueueModel) => model.held
const inProgress = (model: QueueModel) => model.inProgress
const anyTaskIds = fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 12, size: 'max' })
const attemptEnds: readonly { end: AttemptEnd; weight: number }[] = [
  { end: 'Success', weight: 4 },
  { end: 'Warning', weight: 2 },
  { end: 'temporary error', weight: 4 },
  { end: 'permanent error', weight: 2 },
]

const anyStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: anyTaskIds.map(
      (ids): Step =>
        (model) =>
          model.request(ids),
    ),
  },
  {
    weight: 14,
    arbitrary: fc.integer({ min: 1, max: 4 }).map(
      (workers): Step =>
        (model) =>
          void model.step(workers),
    ),
  },
  { weight: 5, arbitrary: fc.constant<Step>((model) => model.look()) },
  {
    weight: 4,
    arbitrary: fc.integer({ min: 1, max: 40 }).map(
      (seconds): Step =>
        (model) =>
          model.passTime(seconds),
    ),
  },
  ...attemptEnds.map(({ end, weight }) => ({
    weight,
    arbitrary: stepOfOne(held, (model, run) => model.endAttempt(run, end)),
  })),
  { weight: 2, arbitrary: stepOfOne(inProgress, (model, run) => model.stop(run)) },
  {
    weight: 2,
    arbitrary: anyTaskIds.map(
      (ids): Step =>
        (model) =>
          requestOneByOne(model, ids),
    ),
  },
  { weight: 2, arbitrary: stepOfOne(inProgress, stopAfterLook) },
  { weight: 1, arbitrary: stepOfOne(held, stopHungRun) },
  { weight: 1, arbitrary: stepOfOne(held, stopAndCrash) },
  { weight: 2, arbitrary: stepOfOne(held, (model, run) => model.crash(run)) },
  { weight: 1, arbitrary: stepOfOne(held, crashEveryNode) },
)

/** Requests each task in its own wave, so some tasks are queued before the tasks of their prerequisite type. */
function requestOneByOne(model: QueueModel, ids: readonly number[]): void {
  for (const id of ids) {
    model.request([id])
    model.passTime(1)
  }
  model.step()
}

/** Stops a run that a node may be about to start. */
function stopAfterLook(model: QueueModel, run: ModelRun): void {
  model.look()
  model.stop(run)
  model.step()
}

/** Stops a run whose node renews its lease but never ends the attempt. */
function stopHungRun(model: QueueModel, run: ModelRun): void {
  model.stop(run)
  model.passTime(60)
  model.step()
}

function stopAndCrash(model: QueueModel, run: ModelRun): void {
  model.stop(run)
  model.crash(run)
  model.step()
}

/** Crashes each node that takes over the run, until none takes it anymore. */
function crashEveryNode(model: QueueModel, run: ModelRun): void {
  for (let crashes = 0; crashes < MANY_CRASHES && model.held.includes(run); crashes += 1) {
    model.crash(run)
    model.step()
  }
}

interface Law {
  /** The cases covered by the law. It proves nothing unless enough histories reach each case. */
  cases: readonly [Case, ...Case[]]
  holds: (model: QueueModel) => void
}

/** Plays random histories on random queues, and checks the law after each. */
function always({ cases, holds }: Law): void {
  const histories = new Map<Case, number>()
  fc.assert(
    fc.property(anyQueue, fc.array(anyStep, { maxLength: 120, size: 'max' }), (queue, steps) => {
      const model = new QueueModel(queue)
      for (const step of steps) step(model)
      holds(model)
      for (const reached of model.cases) histories.set(reached, (histories.get(reached) ?? 0) + 1)
    }),
    { numRuns: HISTORIES },
  )
  for (const name of cases) expect(histories.get(name) ?? 0, name).toBeGreaterThanOrEqual(MIN_HISTORIES_PER_CASE)
}

function prerequisiteIds({ run, situation }: Start): number[] {
  const chain = dependencyChain({ typeId: run.typeId, types: situation.types }).map((type) => type.id)
  return chain.filter((typeId) => typeId !== run.typeId)
}

test('a run starts only while fewer runs of its type are running than it allows', () => {
  always({
    cases: ['started after waiting for concurrency', 'started with others in one pass'],
    holds(model) {
      for (const { run, situationAtClaim: situation } of model.starts) {
        const limit = run.maxConcurrentTasks ?? situation.typeById.get(run.typeId)?.allowedConcurrentTasks ?? 0
        expect(situation.runningByType.get(run.typeId) ?? 0).toBeLessThan(limit)
      }
    },
  })
})

test('a run starts only while no other writes to its spreadsheet and its task has no other run', () => {
  always({
    cases: ['started after waiting for target', 'requested while in progress'],
    holds(model) {
      for (const { run, situationAtClaim: situation } of model.starts) {
        expect(run.targetSsIds.some((id) => situation.writerByTarget.has(id))).toBe(false)
        expect(situation.runs.filter(({ taskId }) => taskId === run.taskId)).toHaveLength(1)
      }
    },
  })
})

test('a first attempt starts only while no run of its prerequisite types is in progress that is of its wave or older', () => {
  always({
    cases: ['started after waiting for prerequisites', 'started before a later prerequisite'],
    holds(model) {
      for (const start of model.starts.filter(({ run }) => run.status === 'Queued')) {
        const typeIds = prerequisiteIds(start)
        const others = start.situation.runs.filter(({ typeId }) => typeIds.includes(typeId))
        if (others.length > 0) model.cases.add('started before a later prerequisite')
        const isEarlier = ({ waveId, queuedAt }: RunState) =>
          waveId === start.run.waveId || queuedAt < start.run.queuedAt
        expect(others.filter(isEarlier)).toEqual([])
      }
    },
  })
})

test('a first attempt never starts once a prerequisite of its wave has failed or was stopped', () => {
  always({
    cases: ['ended by a prerequisite of its wave', 'changed before it was claimed'],
    holds(model) {
      for (const start of model.starts.filter(({ run }) => run.status === 'Queued')) {
        const typeIds = prerequisiteIds(start)
        const failed = start.situationAtClaim.failedPrerequisites.filter(({ waveId }) => waveId === start.run.waveId)
        expect(failed.filter(({ typeId }) => typeIds.includes(typeId))).toEqual([])
      }
    },
  })
})

test('two starts of a type are at least its queue delay apart, except for takeovers', () => {
  always({
    cases: ['started after waiting for delay', 'taken over from a lost node'],
    holds(model) {
      for (const { run, situation } of model.starts.filter(({ isTakeover }) => !isTakeover)) {
        const type = situation.typeById.get(run.typeId)
        if (!type?.lastStartAt) continue
        const sinceMs = situation.now.getTime() - type.lastStartAt.getTime()
        expect(sinceMs).toBeGreaterThanOrEqual(type.queueDelaySeconds * SECOND_MS)
      }
    },
  })
})

test('a retry starts only when it is due, and only as often as the type allows', () => {
  always({
    cases: ['started after waiting for retry', 'retries exhausted', 'permanent error'],
    holds(model) {
      for (const { run, situation } of model.starts.filter(({ run }) => run.status === 'Failed')) {
        expect(situation.now.getTime()).toBeGreaterThanOrEqual(run.nextAttemptAt?.getTime() ?? Number.POSITIVE_INFINITY)
        expect(run.attempt).toBeLessThanOrEqual(situation.typeById.get(run.typeId)?.maxRetries ?? 0)
      }
    },
  })
})

test('a run whose node is lost again and again is given up', () => {
  always({
    cases: ['taken over from a lost node', 'lost too often'],
    holds: (model) => expect(model.runs.filter((run) => run.attempt >= MANY_CRASHES)).toEqual([]),
  })
})

test('a stopped run never starts again and ends as Stopped', () => {
  always({
    cases: [
      'stopped while queued',
      'stopped while waiting for a retry',
      'stopped while running',
      'stopped after its attempt ended',
      'stopped because its node was lost',
      'stopped by force',
    ],
    holds(model) {
      expect(model.drain()).toBe(true)
      expect(model.runs.filter((run) => run.stopRequestedAt && run.status !== 'Stopped')).toEqual([])
      expect(model.starts.filter(({ run }) => run.stopRequestedAt !== null)).toEqual([])
    },
  })
})

test('every run ends, and a queued one ends well once nothing goes wrong anymore', () => {
  always({
    cases: [
      'started after waiting for concurrency',
      'started after waiting for target',
      'started after waiting for prerequisites',
      'started after waiting for delay',
      'started after waiting for retry',
      'taken over from a lost node',
    ],
    holds(model) {
      const queued = model.inProgress.filter((run) => run.status === 'Queued')
      expect(model.drain()).toBe(true)
      const ends = queued.map((run) => run.status)
      expect(ends.filter((status) => status !== 'Success' && status !== 'Warning')).toEqual([])
    },
  })
})
