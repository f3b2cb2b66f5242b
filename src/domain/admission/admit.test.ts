import { describe, expect, test } from 'vitest'
import { buildRun, buildRunningRun, buildSituation, buildType, noonPlus } from '#tests/support/build-situation.ts'
import { admit, mayBlock, obstacleOf } from './admit.ts'
import { situationAfterStart } from './situation.ts'

const masters = buildType({ id: 1, name: 'Masters' })
const ledger = buildType({ id: 2, name: 'Daily Ledger', dependsOnId: 1 })
const board = buildType({ id: 3, name: 'Board Pack', dependsOnId: 2 })

describe('order', () => {
  test('the first task on the screen starts first', () => {
    const runs = [buildRun({ id: 1, position: 9 }), buildRun({ id: 2, position: 3 }), buildRun({ id: 3, position: 5 })]
    expect(admit(buildSituation({ runs }))?.id).toBe(2)
  })

  test('types go in their order on the screen', () => {
    const types = [buildType({ id: 1, position: 2 }), buildType({ id: 2, position: 1 })]
    const runs = [buildRun({ id: 1, typeId: 1 }), buildRun({ id: 2, typeId: 2 })]
    expect(admit(buildSituation({ types, runs }))?.id).toBe(2)
  })

  test('a run whose node is gone goes before every waiting one', () => {
    const runs = [buildRun({ id: 1 }), buildRunningRun({ id: 2, leaseUntil: noonPlus(-1) })]
    expect(admit(buildSituation({ runs }))?.id).toBe(2)
  })

  test('a run that is held up lets the next one pass', () => {
    const runs = [
      buildRun({ id: 1, targetSsId: 'same' }),
      buildRun({ id: 2 }),
      buildRunningRun({ id: 3, targetSsId: 'same' }),
    ]
    expect(admit(buildSituation({ runs }))?.id).toBe(2)
  })

  test('nothing starts when nothing waits', () => {
    expect(admit(buildSituation({ runs: [buildRunningRun()] }))).toBeUndefined()
  })
})

describe('concurrency', () => {
  const two = [buildRunningRun({ id: 2 }), buildRunningRun({ id: 3 })]

  test('a type runs as many tasks at once as it allows', () => {
    expect(admit(buildSituation({ runs: [buildRun(), ...two] }))).toBeUndefined()
    expect(admit(buildSituation({ runs: [buildRun(), ...two.slice(1)] }))?.id).toBe(1)
  })

  test.each([
    { own: 3, starts: true },
    { own: 2, starts: false },
    { own: 1, starts: false },
  ])("a task's own limit of $own stands in for the type's 2 while 2 run", ({ own, starts }) => {
    expect(admit(buildSituation({ runs: [buildRun({ maxConcurrentTasks: own }), ...two] })) !== undefined).toBe(starts)
  })

  test('an expired lease does not count', () => {
    const lost = buildRunningRun({ id: 3, leaseUntil: noonPlus(0), attempt: 1 })
    expect(admit(buildSituation({ runs: [buildRun(), buildRunningRun({ id: 2 }), lost] }))?.id).toBe(3)
  })

  test('a run that is stopping still counts while its node works on it', () => {
    const stopping = buildRunningRun({ id: 3, status: 'Stopping', stopRequestedAt: noonPlus(-5) })
    expect(admit(buildSituation({ runs: [buildRun(), buildRunningRun({ id: 2 }), stopping] }))).toBeUndefined()
  })

  test('a lost run waits too when its type allows fewer by now', () => {
    const types = [buildType({ allowedConcurrentTasks: 1 })]
    const runs = [buildRunningRun({ id: 1, leaseUntil: null }), buildRunningRun({ id: 2 })]
    expect(admit(buildSituation({ types, runs }))).toBeUndefined()
  })
})

describe('target', () => {
  test('two runs never write the same spreadsheet, whatever their types', () => {
    const types = [buildType({ id: 1 }), buildType({ id: 2 })]
    const runs = [buildRun({ id: 1, targetSsId: 'same' }), buildRunningRun({ id: 2, typeId: 2, targetSsId: 'same' })]
    expect(obstacleOf(buildRun({ targetSsId: 'same' }), buildSituation({ types, runs }))).toMatchObject({
      kind: 'target',
    })
  })
})

describe('mayBlock', () => {
  const running = buildRunningRun({ id: 1, targetSsId: 'same' })

  test.each([
    { what: 'a run with the same target', queued: buildRun({ id: 2, typeId: 2, targetSsId: 'same' }), blocks: true },
    { what: 'a run of the type with its own limit', queued: buildRun({ id: 2, maxConcurrentTasks: 3 }), blocks: true },
    { what: 'a run with the limit of its type', queued: buildRun({ id: 2 }), blocks: false },
    {
      what: 'a run of another type with its own limit',
      queued: buildRun({ id: 2, typeId: 2, maxConcurrentTasks: 3 }),
      blocks: false,
    },
    {
      what: 'a run that is no longer queued',
      queued: buildRun({ id: 2, targetSsId: 'same', status: 'Failed' }),
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
      expect(obstacleOf(run, buildSituation({ types, runs: [prerequisite, run] }))).toMatchObject({
        kind: 'prerequisites',
      })
    },
  )

  test('a run waits for the prerequisites of its prerequisites', () => {
    const run = buildRun({ id: 2, typeId: 3 })
    const situation = buildSituation({ types, runs: [buildRunningRun({ id: 1, typeId: 1 }), run] })
    expect(obstacleOf(run, situation)).toMatchObject({ kind: 'prerequisites', types: [{ name: 'Masters' }] })
  })

  test('a run does not wait for the types that depend on it, nor for its own', () => {
    const run = buildRun({ id: 1, typeId: 2 })
    const others = [buildRun({ id: 2, typeId: 3 }), buildRunningRun({ id: 3, typeId: 2 })]
    expect(obstacleOf(run, buildSituation({ types, runs: [run, ...others] }))).toBeUndefined()
  })

  test('a next attempt does not wait for prerequisites that were queued since', () => {
    const run = buildRun({ id: 2, typeId: 2, status: 'Failed', nextAttemptAt: noonPlus(-1) })
    expect(obstacleOf(run, buildSituation({ types, runs: [buildRun({ id: 1, typeId: 1 }), run] }))).toBeUndefined()
  })
})

describe('time', () => {
  const delayed = (secondsAgo: number) => [buildType({ queueDelaySeconds: 30, lastStartAt: noonPlus(-secondsAgo) })]

  test.each([
    { secondsAgo: 29, starts: false },
    { secondsAgo: 30, starts: true },
  ])('with a delay of 30 s a run may start $secondsAgo s after the last: $starts', ({ secondsAgo, starts }) => {
    const situation = buildSituation({ types: delayed(secondsAgo), runs: [buildRun()] })
    expect(admit(situation) !== undefined).toBe(starts)
  })

  test('a next attempt keeps the delay of its type too', () => {
    const runs = [buildRun({ status: 'Failed', nextAttemptAt: noonPlus(-1) })]
    expect(admit(buildSituation({ types: delayed(1), runs }))).toBeUndefined()
  })

  test('a lost run is taken up whatever the delay', () => {
    const runs = [buildRunningRun({ leaseUntil: noonPlus(-1) })]
    expect(admit(buildSituation({ types: delayed(1), runs }))?.id).toBe(1)
  })

  test.each([
    { inSeconds: 1, starts: false },
    { inSeconds: 0, starts: true },
  ])('a next attempt due in $inSeconds s may start: $starts', ({ inSeconds, starts }) => {
    const runs = [buildRun({ status: 'Failed', nextAttemptAt: noonPlus(inSeconds) })]
    expect(admit(buildSituation({ runs })) !== undefined).toBe(starts)
  })
})

describe('once a run has started', () => {
  test('it counts towards the limit, holds its target and begins the delay of its type', () => {
    const runs = [buildRun({ id: 1 }), buildRun({ id: 2, targetSsId: 'target-1' }), buildRun({ id: 3 })]
    const delayed = buildSituation({ types: [buildType({ queueDelaySeconds: 30 })], runs })
    const free = buildSituation({ runs })
    const started = (situation: typeof free) => {
      const run = admit(situation)
      return run && situationAfterStart(situation, { run, leaseUntil: noonPlus(20) })
    }
    expect(started(delayed)?.runningByType.get(1)).toBe(1)
    expect(admit(started(delayed) ?? delayed)).toBeUndefined()
    expect(admit(started(free) ?? free)?.id).toBe(3)
  })
})
