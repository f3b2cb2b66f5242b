import type { Administrators, AuthState, User } from '#contract/auth.ts'
import { paths } from '../lib/paths.ts'

/** Time the result of a sign-in check is cached. */
export const AUTH_CACHE_MS = 30_000
const REDIRECT_KEY = 'nano-sync.redirect-path'

export interface AuthSnapshot {
  isAuthenticated: boolean
  user: User | null
  /** Null on an installation where everybody may do everything. */
  administrators: Administrators | null
  /** Where to go after the next sign-in; null for the default screen. */
  redirectPath: string | null
  isLoginShown: boolean
  /** Epoch milliseconds; undefined until the first check has ended. */
  lastCheckedAt: number | undefined
}

interface AuthStoreDeps {
  fetchState: () => Promise<AuthState>
  logOut: () => Promise<{ success: boolean }>
  now: () => number
  /** Storage that survives the redirect to the sign-in provider. */
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
}

export type AuthStore = ReturnType<typeof createAuthStore>

/** Stores who is signed in. Concurrent checks share one request. */
export function createAuthStore({ fetchState, logOut, now, storage }: AuthStoreDeps) {
  let snapshot: AuthSnapshot = {
    isAuthenticated: false,
    user: null,
    administrators: null,
    redirectPath: storage.getItem(REDIRECT_KEY),
    isLoginShown: false,
    lastCheckedAt: undefined,
  }
  let pendingCheck: Promise<boolean> | undefined
  let dismissedAt = Number.NEGATIVE_INFINITY
  const listeners = new Set<() => void>()

  function update(change: Partial<AuthSnapshot>): void {
    snapshot = { ...snapshot, ...change }
    for (const listener of listeners) listener()
  }

  /** Asks the server who is signed in. A failed check, such as offline, counts as signed out. */
  async function runCheck(): Promise<boolean> {
    const state = await fetchState().catch(() => undefined)
    const isAuthenticated = state?.authenticated ?? false
    const isLoginShown = snapshot.isLoginShown && !isAuthenticated
    update({
      isAuthenticated,
      user: isAuthenticated ? (state?.user ?? null) : null,
      administrators: isAuthenticated ? (state?.administrators ?? null) : null,
      isLoginShown,
      lastCheckedAt: now(),
    })
    return isAuthenticated
  }

  return {
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    snapshot: () => snapshot,

    /** Resolves to whether the user is signed in, or to false if the check fails. Reuses a recent result unless forced. */
    check({ isForced = false } = {}): Promise<boolean> {
      const age = now() - (snapshot.lastCheckedAt ?? Number.NEGATIVE_INFINITY)
      if (!isForced && age < AUTH_CACHE_MS) return Promise.resolve(snapshot.isAuthenticated)
      pendingCheck ??= runCheck().finally(() => {
        pendingCheck = undefined
      })
      return pendingCheck
    },

    /** Stores where to go after the next sign-in. */
    setRedirectPath(path: string): void {
      storage.setItem(REDIRECT_KEY, path)
      update({ redirectPath: path })
    },

    /** Stores the default screen unless another screen was requested, because some servers do not mark the end of a sign-in. */
    rememberDestination(): void {
      if (snapshot.redirectPath !== null) return
      storage.setItem(REDIRECT_KEY, paths.tasks)
      update({ redirectPath: paths.tasks })
    },

    /** Forgets the redirect path once the user has arrived there. */
    dropRedirectPath(): void {
      if (snapshot.redirectPath === null) return
      storage.removeItem(REDIRECT_KEY)
      update({ redirectPath: null })
    },

    showLogin(): void {
      update({ isLoginShown: true })
    },

    /** Closes the dialog and drops the redirect path. */
    dismissLogin(): void {
      dismissedAt = now()
      storage.removeItem(REDIRECT_KEY)
      update({ redirectPath: null, isLoginShown: false })
    },

    /** Whether the user has dismissed the dialog after a time in epoch milliseconds. */
    isDismissedSince: (time: number) => dismissedAt > time,

    /** Returns the path to open after sign-in and clears it. */
    takeRedirectPath(): string {
      const path = snapshot.redirectPath ?? paths.tasks
      storage.removeItem(REDIRECT_KEY)
      update({ redirectPath: null, isLoginShown: false })
      return path
    },

    /** Marks the user as signed out, after the server answered 401. */
    forget(): void {
      update({ isAuthenticated: false, user: null, administrators: null })
    },

    /** Ends the session. Resolves to false if the sign-out failed. */
    async signOut(): Promise<boolean> {
      const { success } = await logOut().catch(() => ({ success: false }))
      if (success) update({ isAuthenticated: false, user: null, administrators: null, lastCheckedAt: now() })
      return success
    },
  }
}
