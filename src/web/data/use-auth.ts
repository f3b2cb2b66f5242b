import { createContext, use, useSyncExternalStore } from 'react'
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
