import { expect, test } from 'vitest'
import { pausesAfter } from './event-pace.ts'

const PACE = { firstMs: 5, minIntervalMs: 250, maxIntervalMs: 2000 }
const QUICK = { readMs: 1, bytes: 100, clients: 1, hadChanges: true }

test.each([
  { what: 'a quick read', sent: {}, changesMs: 250, restMs: 250 },
  { what: 'a read that took a while', sent: { readMs: 60 }, changesMs: 600, restMs: 600 },
  { what: 'a slow read', sent: { readMs: 900 }, changesMs: 2000, restMs: 2000 },
  { what: 'an event for many pages', sent: { clients: 200 }, changesMs: 1000, restMs: 1000 },
  { what: 'an event for more pages', sent: { clients: 500 }, changesMs: 2000, restMs: 2000 },
  { what: 'a long event', sent: { bytes: 512 * 1024 }, changesMs: 1000, restMs: 1000 },
  { what: 'reading what was left', sent: { hadChanges: false, readMs: 60 }, changesMs: 5, restMs: 600 },
  {
    what: 'a long event of what was left',
    sent: { hadChanges: false, bytes: 512 * 1024 },
    changesMs: 1000,
    restMs: 1000,
  },
])('after $what, changes wait $changesMs ms, and what is left $restMs ms', ({ sent, changesMs, restMs }) => {
  expect(pausesAfter({ ...QUICK, ...sent }, PACE)).toEqual({ changesMs, restMs })
})
