import { expect, test } from 'vitest'
import { openFreshDatabase } from '#tests/support/fresh-database.ts'
import { listActivity } from './list-activity.ts'
import { recordFailedSignIn, recordRefusedSignIn } from './sign-in-activity.ts'

const at = new Date('2026-01-15T09:00:00Z')
const filter = { since: new Date(0) }

test('repeated refused sign-ins are one entry, and another person or place is another', async () => {
  await using database = await openFreshDatabase()
  const { orm } = database
  const eve = { email: 'eve@elsewhere.org', address: '192.0.2.1', at }
  for (const attempt of [eve, eve, { ...eve, address: '192.0.2.2' }, { ...eve, email: 'mallory@elsewhere.org' }])
    await recordRefusedSignIn(orm, attempt)
  await recordRefusedSignIn(orm, { ...eve, at: new Date('2026-01-15T10:30:00Z') })
  const entries = await listActivity(orm, { filter, limit: 10 })
  expect(entries.map(({ who, address, count }) => `${who} ${address} ${count}`)).toEqual([
    'eve@elsewhere.org 192.0.2.1 1',
    'mallory@elsewhere.org 192.0.2.1 1',
    'eve@elsewhere.org 192.0.2.2 1',
    'eve@elsewhere.org 192.0.2.1 2',
  ])
})

test('failed sign-ins are one entry for each hour and reason, whoever makes them fail', async () => {
  await using database = await openFreshDatabase()
  const { orm } = database
  await Promise.all(Array.from({ length: 30 }, () => recordFailedSignIn(orm, { failure: 'not_begun', at })))
  await recordFailedSignIn(orm, { failure: 'provider', at })
  await recordFailedSignIn(orm, { failure: 'not_begun', at: new Date('2026-01-15T10:30:00Z') })
  const entries = await listActivity(orm, { filter, limit: 50 })
  expect(entries.map(({ who, address, subject, count }) => [who, address, subject, count])).toEqual([
    ['nobody', null, expect.stringContaining('begun no sign-in'), 1],
    ['nobody', null, expect.stringContaining('reported an error'), 1],
    ['nobody', null, expect.stringContaining('begun no sign-in'), 30],
  ])
})

test('visitors cannot fill the table with refused sign-ins', async () => {
  await using database = await openFreshDatabase()
  const { orm } = database
  const visitors = Array.from({ length: 210 }, (_, index) => `visitor-${index}@elsewhere.org`)
  for (const email of visitors) await recordRefusedSignIn(orm, { email, address: '192.0.2.1', at })
  expect(await listActivity(orm, { filter, limit: 500 })).toHaveLength(200)
  await recordRefusedSignIn(orm, {
    email: 'eve@elsewhere.org',
    address: '192.0.2.1',
    at: new Date('2026-01-17T09:00:00Z'),
  })
  expect(await listActivity(orm, { filter, limit: 500 })).toHaveLength(201)
})
