import { describe, expect, test } from 'vitest'
import { buildRun, buildRunningRun, buildSituation, buildType, noonPlus } from '#tests/support/build-situation.ts'
import { admit, findBlocker, mayBlock } from './admit.ts'
import { admitSeveral } from './admit-several.ts'
import { situationAfterStart, withoutFreeWorkers } from './situation.ts'

const masters = buildType({ id: 1, name: 'Masters' })
const ledger = buildType({ id: 2, name: 'Daily Ledger', dependsOnId: 1 })
const board = buildType({ id: 3, name: 'Board Pack', dependsOnId: 2 })

describe('order', () => {
  test('tasks of a type start in their order on the screen', () => {
    const runs = [buildRun({ id: 1, position: 9 }), buildRun({ id: 2, position: 3 }), buildRun({ id: 3, position: 5 })]
    expect(admit(buildSituation({ runs }))?.id).toBe(2)
  })

  test('types start in their order on the screen', () => {
    const types = [buildType({ id: 1, position: 2 }), buildType({ id: 2, position: 1 })]
    const runs = [buildRun({ id: 1, typeId: 1 }), buildRun({ id: 2, typeId: 2 })]
    expect(admit(buildSituation({ types, runs }))?.id).toBe(2)
  })

  test('a run whose node was lost starts before every waiting run', () => {
    const runs = [buildRun({ id: 1 }), buildRunningRun({ id: 2, leaseUntil: noonPlus(-1) })]
    expect(admit(buildSituation({ runs }))?.id).toBe(2)
  })

  test('a run that cannot start does not block the next one', () => {
    const runs = [
      buildRun({ id: 1, targetSsIds: ['same'] }),
      buildRun({ id: 2 }),
      buildRunningRun({ id: 3, targetSsIds: ['same'] }),
    ]
    expect(admit(buildSituation({ runs }))?.id).toBe(2)
  })

  test('nothing starts when no run is waiting', () => {
    expect(admit(buildSituation({ runs: [buildRunningRun()] }))).toBeUndefined()
  })
})

describe('pause', () => {
  const pause = { since: noonPlus(-60), until: noonPlus(60), setBy: 'ada@example.com' }
  const queued = buildRun({ id: 1 })
  const retry = buildRun({ id: 2, status: 'Failed', nextAttemptAt: noonPlus(-1) })

  test.each([queued, retry])('a run that is $status waits', (run) => {
    expect(findBlocker(run, buildSituation({ runs: [run], pause }))).toEqual({ kind: 'pause', pause })
    expect(admit(buildSituation({ runs: [run], pause }))).toBeUndefined()
    expect(admit(buildSituation({ runs: [run], pause: { ...pause, until: noonPlus(0) } }))?.id).toBe(run.id)
  })

  test('undos start, and lost runs resume', () => {
    const undo = buildRun({ id: 3, isUndo: true })
    const lost = buildRunningRun({ id: 4, leaseUntil: noonPlus(-1) })
    for (const run of [undo, lost]) expect(admit(buildSituation({ runs: [queued, run], pause }))?.id).toBe(run.id)
  })
})

describe('concurrency', () => {
  const two = [buildRunningRun({ id: 2 }), buildRunningRun({ id: 3 })]

  test('a run waits while its type runs as many tasks as it allows', () => {
    expect(admit(buildSituation({ runs: [buildRun(), ...two] }))).toBeUndefined()
    expect(admit(buildSituation({ runs: [buildRun(), ...two.slice(1)] }))?.id).toBe(1)
  })

  test.each([
    { own: 3, starts: true },
    { own: 2, starts: false },
    { own: 1, starts: false },
  ])('a task with its own limit of $own starts while 2 of its type run: $starts', ({ own, starts }) => {
    expect(admit(buildSituation({ runs: [buildRun({ maxConcurrentTasks: own }), ...two] })) !== undefined).toBe(starts)
  })

  test('a run with an expired lease does not count', () => {
    const lost = buildRunningRun({ id: 3, leaseUntil: noonPlus(0), attempt: 1 })
    expect(admit(buildSituation({ runs: [buildRun(), buildRunningRun({ id: 2 }), lost] }))?.id).toBe(3)
  })

  test.each([
    { recheck: 'waits to compare once more', recheckAt: noonPlus(1), starts: true },
    { recheck: 'is due to compare once more', recheckAt: noonPlus(0), starts: false },
  ])('beside a run that $recheck, another may start: $starts', ({ recheckAt, starts }) => {
    const types = [buildType({ allowedConcurrentTasks: 1 })]
    const runs = [buildRun(), buildRunningRun({ id: 2, recheckAt })]
    expect(admit(buildSituation({ types, runs })) !== undefined).toBe(starts)
  })

  test('a Stopping run counts while its lease is valid', () => {
    const stopping = buildRunningRun({ id: 3, status: 'Stopping', stopRequestedAt: noonPlus(-5) })
    expect(admit(buildSituation({ runs: [buildRun(), buildRunningRun({ id: 2 }), stopping] }))).toBeUndefined()
  })

  test('a lost run waits when its type now allows fewer runs', () => {
    const types = [buildType({ allowedConcurrentTasks: 1 })]
    const runs = [buildRunningRun({ id: 1, leaseUntil: null }), buildRunningRun({ id: 2 })]
    expect(admit(buildSituation({ types, runs }))).toBeUndefined()
  })
})

describe('target', () => {
  test('two runs never write to the same spreadsheet, whatever their types', () => {
    const types = [buildType({ id: 1 }), buildType({ id: 2 })]
    const runs = [
      buildRun({ id: 1, targetSsIds: ['same'] }),
      buildRunningRun({ id: 2, typeId: 2, targetSsIds: ['same'] }),
    ]
    expect(findBlocker(buildRun({ targetSsIds: ['same'] }), buildSituation({ types, runs }))).toMatchObject({
      kind: 'target',
    })
  })
})

describe('mayBlock', () => {
  const running = buildRunningRun({ id: 1, targetSsIds: ['same'] })

  test.each([
    { what: 'a run with the same target', queued: buildRun({ id: 2, typeId: 2, targetSsIds: ['same'] }), blocks: true },
    { what: 'a run of the type with its own limit', queued: buildRun({ id: 2, maxConcurrentTasks: 3 }), blocks: true },
    { what: 'a run with the limit of its type', queued: buildRun({ id: 2 }), blocks: false },
    {
      what: 'a run of another type with its own limit',
      queued: buildRun({ id: 2, typeId: 2, maxConcurrentTasks: 3 }),
      blocks: false,
    },
    {
      what: 'a run that is no longer queued',
      queued: buildRun({ id: 2, targetSsIds: ['same'], status: 'Failed' }),
      blocks: false,
    },
  ])('a running run may block $what: $blocks', ({ queued, blocks }) => {
    expect(mayBlock({ running, queued })).toBe(blocks)
  })
})

describe('dependency', () => {
  const types = [masters, ledger, board]

  test.each(['Queued', 'Running', 'Failed', 'Stopping'] as const)(
    'a run waits while a prerequisite is %s',
    (status) => {
      const prerequisite = buildRun({ id: 1, typeId: 1, status, nextAttemptAt: noonPlus(60), leaseUntil: noonPlus(10) })
      const run = buildRun({ id: 2, typeId: 2 })
      expect(findBlocker(run, buildSituation({ types, runs: [prerequisite, run] }))).toMatchObject({
        kind: 'prerequisites',
      })
    },
  )

  test('a run waits for the prerequisites of its prerequisites', () => {
    const run = buildRun({ id: 2, typeId: 3 })
    const situation = buildSituation({ types, runs: [buildRunningRun({ id: 1, typeId: 1 }), run] })
    expect(findBlocker(run, situation)).toMatchObject({ kind: 'prerequisites', types: [{ name: 'Masters' }] })
  })

  test('a run does not wait for its own type or for types that depend on it', () => {
    const run = buildRun({ id: 1, typeId: 2 })
    const others = [buildRun({ id: 2, typeId: 3 }), buildRunningRun({ id: 3, typeId: 2 })]
    expect(findBlocker(run, buildSituation({ types, runs: [run, ...others] }))).toBeUndefined()
  })

  test('a first attempt waits for what fills its source, and a retry does not', () => {
    const run = buildRun({ waitsForSource: 'Ledger' })
    expect(findBlocker(run, buildSituation({ runs: [run] }))).toEqual({ kind: 'source', taskName: 'Ledger' })
    const retry = buildRun({ status: 'Failed', nextAttemptAt: noonPlus(-1), waitsForSource: 'Ledger' })
    expect(findBlocker(retry, buildSituation({ runs: [retry] }))).toBeUndefined()
  })

  test('a retry does not wait for prerequisites that were queued after the first attempt', () => {
    const run = buildRun({ id: 2, typeId: 2, status: 'Failed', nextAttemptAt: noonPlus(-1) })
    expect(findBlocker(run, buildSituation({ types, runs: [buildRun({ id: 1, typeId: 1 }), run] }))).toBeUndefined()
  })
})

describe('delays', () => {
  const delayed = (secondsAgo: number) => [buildType({ queueDelaySeconds: 30, lastStartAt: noonPlus(-secondsAgo) })]

  test.each([
    { secondsAgo: 29, starts: false },
    { secondsAgo: 30, starts: true },
  ])(
    'with a queue delay of 30 s a run starts $secondsAgo s after the last start: $starts',
    ({ secondsAgo, starts }) => {
      const situation = buildSituation({ types: delayed(secondsAgo), runs: [buildRun()] })
      expect(admit(situation) !== undefined).toBe(starts)
    },
  )

  test('a start stored in the future by a wrong clock counts as now', () => {
    const types = (queueDelaySeconds: number) => [buildType({ queueDelaySeconds, lastStartAt: noonPlus(7200) })]
    const admitted = (queueDelaySeconds: number) =>
      admit(buildSituation({ types: types(queueDelaySeconds), runs: [buildRun()] }))
    expect(admitted(0)).toBeDefined()
    expect(admitted(30)).toBeUndefined()
  })

  test('a retry waits for the queue delay of its type', () => {
    const runs = [buildRun({ status: 'Failed', nextAttemptAt: noonPlus(-1) })]
    expect(admit(buildSituation({ types: delayed(1), runs }))).toBeUndefined()
  })

  test('a lost run is taken over regardless of the queue delay', () => {
    const runs = [buildRunningRun({ leaseUntil: noonPlus(-1) })]
    expect(admit(buildSituation({ types: delayed(1), runs }))?.id).toBe(1)
  })

  test.each([
    { inSeconds: 1, starts: false },
    { inSeconds: 0, starts: true },
  ])('a retry due in $inSeconds s starts: $starts', ({ inSeconds, starts }) => {
    const runs = [buildRun({ status: 'Failed', nextAttemptAt: noonPlus(inSeconds) })]
    expect(admit(buildSituation({ runs })) !== undefined).toBe(starts)
  })
})

describe('situationAfterStart', () => {
  test('a start begins the queue delay of its own type only', () => {
    const types = [buildType({ id: 1, queueDelaySeconds: 30 }), buildType({ id: 2, queueDelaySeconds: 30 })]
    const runs = [buildRun({ id: 1 }), buildRun({ id: 2 }), buildRun({ id: 3, typeId: 2 })]
    const situation = buildSituation({ types, runs })
    const after = situationAfterStart(situation, { run: buildRun({ id: 1 }), leaseUntil: noonPlus(20) })
    expect(admit(after)?.id).toBe(3)
  })

  test('the started run counts toward the limit, occupies its target and starts the queue delay', () => {
    const runs = [buildRun({ id: 1 }), buildRun({ id: 2, targetSsIds: ['target-1'] }), buildRun({ id: 3 })]
    const delayed = buildSituation({ types: [buildType({ queueDelaySeconds: 30 })], runs })
    const free = buildSituation({ runs })
    const started = (situation: typeof free) => {
      const run = admit(situation)
      return run && situationAfterStart(situation, { run, leaseUntil: noonPlus(20) })
    }
    expect(started(delayed)?.runningByType.get(1)).toBe(1)
    expect(started(delayed)?.runs[0]).toMatchObject({ status: 'Running', attempt: 1, leaseUntil: noonPlus(20) })
    expect(admit(started(delayed) ?? delayed)).toBeUndefined()
    expect(admit(started(free) ?? free)?.id).toBe(3)
  })
})

test('a node whose workers are all busy resumes only runs that have been lost for ten seconds', () => {
  const lost = (id: number, seconds: number) =>
    buildRun({ id, status: 'Running', attempt: 1, leaseUntil: noonPlus(seconds) })
  const runs = [
    buildRun({ id: 1 }),
    lost(2, -9),
    lost(3, -10),
    buildRunningRun({ id: 4, targetSsIds: ['target-5'] }),
    lost(5, -99),
  ]
  const situation = withoutFreeWorkers(buildSituation({ types: [buildType({ allowedConcurrentTasks: 9 })], runs }))
  expect(admitSeveral(situation, { max: 9, leaseUntil: noonPlus(20) }).admitted.map(({ id }) => id)).toEqual([3])
})
