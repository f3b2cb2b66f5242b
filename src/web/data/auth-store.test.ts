import { expect, test } from 'vitest'
import type { AuthState } from '#contract/auth.ts'
import { AUTH_CACHE_MS, createAuthStore } from './auth-store.ts'

const MARIA = { email: 'maria@example.com', name: 'Maria' }
const SIGNED_IN: AuthState = { authenticated: true, user: MARIA, administrators: null }
const SIGNED_OUT: AuthState = { authenticated: false, user: null, administrators: null }

function createTestStore({ responses = [SIGNED_IN] as (AuthState | Error)[], canLogOut = true } = {}) {
  const stored = new Map<string, string>()
  const world = { nowMs: 1_000_000, checks: 0, stored }
  const store = createAuthStore({
    fetchState: async () => {
      const response = responses[Math.min(world.checks++, responses.length - 1)] ?? SIGNED_OUT
      if (response instanceof Error) throw response
      return response
    },
    logOut: async () => {
      if (!canLogOut) throw new Error('no connection')
      return { success: true }
    },
    now: () => world.nowMs,
    storage: {
      getItem: (key) => stored.get(key) ?? null,
      setItem: (key, value) => void stored.set(key, value),
      removeItem: (key) => void stored.delete(key),
    },
  })
  return { store, world }
}

test('concurrent checks share one request', async () => {
  const { store, world } = createTestStore()
  expect(await Promise.all([store.check(), store.check({ isForced: true }), store.check()])).toEqual([true, true, true])
  expect(world.checks).toBe(1)
  expect(store.snapshot()).toMatchObject({ isAuthenticated: true, user: MARIA, administrators: null })
})

test('a result is cached for 30 s unless a check is forced', async () => {
  const { store, world } = createTestStore()
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
  const { store } = createTestStore({ responses: [new Error('no connection')] })
  expect(await store.check()).toBe(false)
  expect(store.snapshot()).toMatchObject({ isAuthenticated: false, user: null })
  expect(store.snapshot().lastCheckedAt).toBeDefined()
})

test.each([new Error('no connection'), SIGNED_OUT])(
  'a later check that ends with %j signs the user out',
  async (response) => {
    const { store, world } = createTestStore({ responses: [SIGNED_IN, response, SIGNED_IN] })
    await store.check()
    world.nowMs += AUTH_CACHE_MS
    expect(await store.check()).toBe(false)
    expect(store.snapshot()).toMatchObject({ isAuthenticated: false, user: null, lastCheckedAt: world.nowMs })
    expect(await store.check()).toBe(false)
    expect(world.checks).toBe(2)
    expect(await store.check({ isForced: true })).toBe(true)
  },
)

test('a check that finds the user signed in closes the dialog', async () => {
  const { store } = createTestStore({ responses: [new Error('no connection'), SIGNED_IN] })
  await store.check()
  store.showLogin()
  await store.check({ isForced: true })
  expect(store.snapshot()).toMatchObject({ isAuthenticated: true, isLoginShown: false })
})

test('the redirect path is returned once, then the default', () => {
  const { store, world } = createTestStore()
  store.setRedirectPath('/settings?tab=1')
  expect([...world.stored.values()]).toEqual(['/settings?tab=1'])
  expect(store.takeRedirectPath()).toBe('/settings?tab=1')
  expect(store.takeRedirectPath()).toBe('/sync_tasks')
  expect(world.stored.size).toBe(0)
})

test('dismissing the dialog drops the redirect path', () => {
  const { store } = createTestStore()
  store.setRedirectPath('/settings')
  store.showLogin()
  expect(store.snapshot().isLoginShown).toBe(true)
  store.dismissLogin()
  expect(store.snapshot()).toMatchObject({ isLoginShown: false, redirectPath: null })
})

test('signing out clears the user, and a failed sign-out returns false', async () => {
  const { store } = createTestStore()
  await store.check()
  expect(await store.signOut()).toBe(true)
  expect(store.snapshot()).toMatchObject({ isAuthenticated: false, user: null })

  const broken = createTestStore({ canLogOut: false })
  await broken.store.check()
  expect(await broken.store.signOut()).toBe(false)
  expect(broken.store.snapshot().isAuthenticated).toBe(true)
})

test('listeners are called on every change until they unsubscribe', async () => {
  const { store } = createTestStore()
  let calls = 0
  const unsubscribe = store.subscribe(() => calls++)
  await store.check()
  unsubscribe()
  store.showLogin()
  expect(calls).toBe(1)
})
