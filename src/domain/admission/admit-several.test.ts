import { expect, test } from 'vitest'
import { buildRun, buildSituation, buildType, noonPlus } from '#tests/support/build-situation.ts'
import { admitSeveral } from './admit-several.ts'

const types = [buildType({ id: 1 }), buildType({ id: 2 })]
const leaseUntil = noonPlus(20)

test.each([
  { what: 'as many as there are workers', max: 2, runs: [{ id: 1 }, { id: 2 }, { id: 3 }], ids: [1, 2] },
  { what: 'all, if there are more workers', max: 5, runs: [{ id: 1 }, { id: 2, typeId: 2 }], ids: [1, 2] },
  {
    what: 'none after a run that may block another for its target',
    max: 5,
    runs: [{ id: 1 }, { id: 2, targetSsIds: ['target-1'] }, { id: 3, typeId: 2 }],
    ids: [1],
    isCutShort: true,
  },
  {
    what: 'none after a run that may block another for its own limit',
    max: 5,
    runs: [{ id: 1 }, { id: 2, maxConcurrentTasks: 3 }, { id: 3, typeId: 2 }],
    ids: [1],
    isCutShort: true,
  },
])('$what start', ({ max, runs, ids, isCutShort = false }) => {
  const situation = buildSituation({ types, runs: runs.map(buildRun) })
  const several = admitSeveral(situation, { max, leaseUntil })
  expect(several.admitted.map(({ id }) => id)).toEqual(ids)
  expect(several.isCutShort).toBe(isCutShort)
  expect(several.after.runs.filter(({ status }) => status === 'Running')).toHaveLength(ids.length)
})
