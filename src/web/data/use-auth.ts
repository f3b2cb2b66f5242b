import { createContext, use, useSyncExternalStore } from 'react'
import type { Route } from '#contract/route.ts'
import { adminsOnly } from '#domain/admins-only.ts'
import type { AuthSnapshot, AuthStore } from './auth-store.ts'

/** The app's auth store. */
export const AuthContext = createContext<AuthStore | undefined>(undefined)

export function useAuthStore(): AuthStore {
  const store = use(AuthContext)
  if (!store) throw new Error('useAuthStore needs an AuthContext above it')
  return store
}

/** The current sign-in state; re-renders on changes. */
export function useAuth(): AuthSnapshot {
  const store = useAuthStore()
  return useSyncExternalStore(store.subscribe, store.snapshot)
}

/** Why the signed-in user may not make a call that only administrators may make; undefined if they may. */
export function useAdminsOnly(route: Route, owner?: string): string | undefined {
  const { user, administrators } = useAuth()
  return adminsOnly(route, { administrators, isOwner: owner !== undefined && owner === user?.email })
}
