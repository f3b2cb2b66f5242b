import { describe, expect, test } from 'vitest'
import { aRun, aRunningRun, aSituation, aType, noonAnd } from '#tests/support/a-situation.ts'
import { admit, obstacleOf } from './admit.ts'
import { situationAfterStart } from './situation.ts'

const masters = aType({ id: 1, name: 'Masters' })
const ledger = aType({ id: 2, name: 'Daily Ledger', dependsOnId: 1 })
const board = aType({ id: 3, name: 'Board Pack', dependsOnId: 2 })

describe('order', () => {
  test('the first task on the screen starts first', () => {
    const runs = [aRun({ id: 1, position: 9 }), aRun({ id: 2, position: 3 }), aRun({ id: 3, position: 5 })]
    expect(admit(aSituation({ runs }))?.id).toBe(2)
  })

  test('types go in their order on the screen', () => {
    const types = [aType({ id: 1, position: 2 }), aType({ id: 2, position: 1 })]
    const runs = [aRun({ id: 1, typeId: 1 }), aRun({ id: 2, typeId: 2 })]
    expect(admit(aSituation({ types, runs }))?.id).toBe(2)
  })

  test('a run whose node is gone goes before every waiting one', () => {
    const runs = [aRun({ id: 1 }), aRunningRun({ id: 2, leaseUntil: noonAnd(-1) })]
    expect(admit(aSituation({ runs }))?.id).toBe(2)
  })

  test('a run that is held up lets the next one pass', () => {
    const runs = [aRun({ id: 1, targetSsId: 'same' }), aRun({ id: 2 }), aRunningRun({ id: 3, targetSsId: 'same' })]
    expect(admit(aSituation({ runs }))?.id).toBe(2)
  })

  test('nothing starts when nothing waits', () => {
    expect(admit(aSituation({ runs: [aRunningRun()] }))).toBeUndefined()
  })
})

describe('concurrency', () => {
  const two = [aRunningRun({ id: 2 }), aRunningRun({ id: 3 })]

  test('a type runs as many tasks at once as it allows', () => {
    expect(admit(aSituation({ runs: [aRun(), ...two] }))).toBeUndefined()
    expect(admit(aSituation({ runs: [aRun(), ...two.slice(1)] }))?.id).toBe(1)
  })

  test.each([
    { own: 3, starts: true },
    { own: 2, starts: false },
    { own: 1, starts: false },
  ])("a task's own limit of $own stands in for the type's 2 while 2 run", ({ own, starts }) => {
    expect(admit(aSituation({ runs: [aRun({ maxConcurrentTasks: own }), ...two] })) !== undefined).toBe(starts)
  })

  test('an expired lease does not count', () => {
    const lost = aRunningRun({ id: 3, leaseUntil: noonAnd(0), attempt: 1 })
    expect(admit(aSituation({ runs: [aRun(), aRunningRun({ id: 2 }), lost] }))?.id).toBe(3)
  })

  test('a run that is stopping still counts while its node works on it', () => {
    const stopping = aRunningRun({ id: 3, status: 'Stopping', stopRequestedAt: noonAnd(-5) })
    expect(admit(aSituation({ runs: [aRun(), aRunningRun({ id: 2 }), stopping] }))).toBeUndefined()
  })

  test('a lost run waits too when its type allows fewer by now', () => {
    const types = [aType({ allowedConcurrentTasks: 1 })]
    const runs = [aRunningRun({ id: 1, leaseUntil: null }), aRunningRun({ id: 2 })]
    expect(admit(aSituation({ types, runs }))).toBeUndefined()
  })
})

describe('target', () => {
  test('two runs never write the same spreadsheet, whatever their types', () => {
    const types = [aType({ id: 1 }), aType({ id: 2 })]
    const runs = [aRun({ id: 1, targetSsId: 'same' }), aRunningRun({ id: 2, typeId: 2, targetSsId: 'same' })]
    expect(obstacleOf(aRun({ targetSsId: 'same' }), aSituation({ types, runs }))).toMatchObject({ kind: 'target' })
  })
})

describe('dependency', () => {
  const types = [masters, ledger, board]

  test.each(['Queued', 'Running', 'Failed', 'Stopping'] as const)(
    'a run waits while a prerequisite is %s',
    (status) => {
      const prerequisite = aRun({ id: 1, typeId: 1, status, nextAttemptAt: noonAnd(60), leaseUntil: noonAnd(10) })
      const run = aRun({ id: 2, typeId: 2 })
      expect(obstacleOf(run, aSituation({ types, runs: [prerequisite, run] }))).toMatchObject({ kind: 'prerequisites' })
    },
  )

  test('a run waits for the prerequisites of its prerequisites', () => {
    const run = aRun({ id: 2, typeId: 3 })
    const situation = aSituation({ types, runs: [aRunningRun({ id: 1, typeId: 1 }), run] })
    expect(obstacleOf(run, situation)).toMatchObject({ kind: 'prerequisites', types: [{ name: 'Masters' }] })
  })

  test('a run does not wait for the types that depend on it, nor for its own', () => {
    const run = aRun({ id: 1, typeId: 2 })
    const others = [aRun({ id: 2, typeId: 3 }), aRunningRun({ id: 3, typeId: 2 })]
    expect(obstacleOf(run, aSituation({ types, runs: [run, ...others] }))).toBeUndefined()
  })

  test('a next attempt does not wait for prerequisites that were queued since', () => {
    const run = aRun({ id: 2, typeId: 2, status: 'Failed', nextAttemptAt: noonAnd(-1) })
    expect(obstacleOf(run, aSituation({ types, runs: [aRun({ id: 1, typeId: 1 }), run] }))).toBeUndefined()
  })
})

describe('time', () => {
  const delayed = (secondsAgo: number) => [aType({ queueDelaySeconds: 30, lastStartAt: noonAnd(-secondsAgo) })]

  test.each([
    { secondsAgo: 29, starts: false },
    { secondsAgo: 30, starts: true },
  ])('with a delay of 30 s a run may start $secondsAgo s after the last: $starts', ({ secondsAgo, starts }) => {
    const situation = aSituation({ types: delayed(secondsAgo), runs: [aRun()] })
    expect(admit(situation) !== undefined).toBe(starts)
  })

  test('a next attempt keeps the delay of its type too', () => {
    const runs = [aRun({ status: 'Failed', nextAttemptAt: noonAnd(-1) })]
    expect(admit(aSituation({ types: delayed(1), runs }))).toBeUndefined()
  })

  test('a lost run is taken up whatever the delay', () => {
    const runs = [aRunningRun({ leaseUntil: noonAnd(-1) })]
    expect(admit(aSituation({ types: delayed(1), runs }))?.id).toBe(1)
  })

  test.each([
    { inSeconds: 1, starts: false },
    { inSeconds: 0, starts: true },
  ])('a next attempt due in $inSeconds s may start: $starts', ({ inSeconds, starts }) => {
    const runs = [aRun({ status: 'Failed', nextAttemptAt: noonAnd(inSeconds) })]
    expect(admit(aSituation({ runs })) !== undefined).toBe(starts)
  })
})

describe('once a run has started', () => {
  test('it counts towards the limit, holds its target and begins the delay of its type', () => {
    const runs = [aRun({ id: 1 }), aRun({ id: 2, targetSsId: 'target-1' }), aRun({ id: 3 })]
    const delayed = aSituation({ types: [aType({ queueDelaySeconds: 30 })], runs })
    const free = aSituation({ runs })
    const started = (situation: typeof free) => {
      const run = admit(situation)
      return run && situationAfterStart(situation, { run, leaseUntil: noonAnd(20) })
    }
    expect(started(delayed)?.runningByType.get(1)).toBe(1)
    expect(admit(started(delayed) ?? delayed)).toBeUndefined()
    expect(admit(started(free) ?? free)?.id).toBe(3)
  })
})
