import { expect, test } from 'vitest'
import type { AuthState } from '#contract/auth.ts'
import { AUTH_CACHE_MS, createAuthStore } from './auth-store.ts'

const MARIA = { email: 'maria@example.com', name: 'Maria' }
const SIGNED_IN: AuthState = { authenticated: true, user: MARIA }
const SIGNED_OUT: AuthState = { authenticated: false, user: null }

function aStore({ answers = [SIGNED_IN] as (AuthState | Error)[], isLoggingOut = true } = {}) {
  const kept = new Map<string, string>()
  const world = { nowMs: 1_000_000, checks: 0, kept }
  const store = createAuthStore({
    fetchState: async () => {
      const answer = answers[Math.min(world.checks++, answers.length - 1)] ?? SIGNED_OUT
      if (answer instanceof Error) throw answer
      return answer
    },
    logOut: async () => {
      if (!isLoggingOut) throw new Error('no connection')
      return { success: true }
    },
    now: () => world.nowMs,
    storage: {
      getItem: (key) => kept.get(key) ?? null,
      setItem: (key, value) => void kept.set(key, value),
      removeItem: (key) => void kept.delete(key),
    },
  })
  return { store, world }
}

test('checks at the same time share one outcome', async () => {
  const { store, world } = aStore()
  expect(await Promise.all([store.check(), store.check({ isForced: true }), store.check()])).toEqual([true, true, true])
  expect(world.checks).toBe(1)
  expect(store.snapshot()).toMatchObject({ isAuthenticated: true, user: MARIA })
})

test('an outcome is believed for half a minute unless a check is forced', async () => {
  const { store, world } = aStore()
  await store.check()
  world.nowMs += AUTH_CACHE_MS - 1
  await store.check()
  expect(world.checks).toBe(1)
  await store.check({ isForced: true })
  expect(world.checks).toBe(2)
  world.nowMs += AUTH_CACHE_MS
  await store.check()
  expect(world.checks).toBe(3)
})

test('a failed check counts as not signed in', async () => {
  const { store } = aStore({ answers: [new Error('no connection')] })
  expect(await store.check()).toBe(false)
  expect(store.snapshot()).toMatchObject({ isAuthenticated: false, user: null })
  expect(store.snapshot().lastCheckedAt).toBeDefined()
})

test('a failed check takes nothing from one who is signed in, a definite no does', async () => {
  const { store, world } = aStore({ answers: [SIGNED_IN, new Error('no connection'), SIGNED_OUT] })
  await store.check()
  world.nowMs += AUTH_CACHE_MS
  expect(await store.check()).toBe(true)
  expect(store.snapshot()).toMatchObject({ isAuthenticated: true, user: MARIA, lastCheckedAt: world.nowMs })
  await store.check()
  expect(world.checks).toBe(2)

  world.nowMs += AUTH_CACHE_MS
  expect(await store.check()).toBe(false)
  expect(store.snapshot()).toMatchObject({ isAuthenticated: false, user: null })
})

test('one whom the server refused meanwhile is not signed in, even if the check fails', async () => {
  const { store } = aStore({ answers: [SIGNED_IN, new Error('no connection')] })
  await store.check()
  const checked = store.check({ isForced: true })
  store.forget()
  expect(await checked).toBe(false)
})

test('the way after a sign-in leads to where the visitor was going, once', () => {
  const { store, world } = aStore()
  store.keepRedirectPath('/settings?tab=1')
  expect([...world.kept.values()]).toEqual(['/settings?tab=1'])
  expect(store.takeRedirectPath()).toBe('/settings?tab=1')
  expect(store.takeRedirectPath()).toBe('/sync_tasks')
  expect(world.kept.size).toBe(0)
})

test('a dismissed dialog forgets where it would have led', () => {
  const { store } = aStore()
  store.keepRedirectPath('/settings')
  store.showLogin()
  expect(store.snapshot().isLoginShown).toBe(true)
  store.dismissLogin()
  expect(store.snapshot()).toMatchObject({ isLoginShown: false, redirectPath: null })
})

test('signing out forgets the user, and a failed sign-out answers false', async () => {
  const { store } = aStore()
  await store.check()
  expect(await store.signOut()).toBe(true)
  expect(store.snapshot()).toMatchObject({ isAuthenticated: false, user: null })

  const broken = aStore({ isLoggingOut: false })
  await broken.store.check()
  expect(await broken.store.signOut()).toBe(false)
  expect(broken.store.snapshot().isAuthenticated).toBe(true)
})

test('listeners hear of every change until they leave', async () => {
  const { store } = aStore()
  let heard = 0
  const leave = store.subscribe(() => heard++)
  await store.check()
  leave()
  store.showLogin()
  expect(heard).toBe(1)
})
