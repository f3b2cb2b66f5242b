import { expect, test } from 'vitest'
import { api } from './api.ts'
import { isCompressible, type Route } from './route.ts'

const routes: Route[] = Object.values(api).flatMap((ofNoun): Route[] => Object.values(ofNoun))

test('no reply to a change is compressed, because it may contain a secret', () => {
  const changes = routes.filter(({ method, hasSideEffects }) => method !== 'GET' || hasSideEffects)
  expect(changes).toContain(api.apiTokens.create)
  expect(changes.filter(isCompressible)).toEqual([])
})

test('every other reply is compressed, except for streams and what signs somebody in', () => {
  const notCompressed = routes.filter((route) => route.method === 'GET' && !isCompressible(route))
  expect(notCompressed.map(({ path }) => path).toSorted()).toEqual([
    '/api/activity/export',
    '/api/events',
    '/api/sessions',
    '/api/sync_task_types/export_csv',
    '/api/sync_tasks/:id/runs/:run/changes/export',
    '/api/sync_tasks/export',
    '/api/tokens',
    '/auth/callback',
    '/auth/check',
    '/auth/connect',
    '/auth/login',
    '/auth/logout',
  ])
})
