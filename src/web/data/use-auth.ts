import { createContext, use, useSyncExternalStore } from 'react'
import type { AdminRight } from '#contract/admin-rights.ts'
import { adminsOnly } from '#domain/admins-only.ts'
import type { AuthSnapshot, AuthStore } from './auth-store.ts'

/** The app's auth store. */
export const AuthContext = createContext<AuthStore | undefined>(undefined)

export function useAuthStore(): AuthStore {
  const store = use(AuthContext)
  if (!store) throw new Error('useAuthStore needs an AuthContext above it')
  return store
}

/** Returns the current sign-in state and re-renders on changes. */
export function useAuth(): AuthSnapshot {
  const store = useAuthStore()
  return useSyncExternalStore(store.subscribe, store.snapshot)
}

/** Explains why the signed-in user lacks a right; undefined if they have it. */
export function useAdminsOnly(right: AdminRight, owner?: string): string | undefined {
  const { user, administrators } = useAuth()
  return adminsOnly(right, { administrators, isOwner: owner !== undefined && owner === user?.email })
}
