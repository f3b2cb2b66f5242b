import type { AuthState, User } from '#contract/auth.ts'

/** How long the answer of a sign-in check is believed. */
export const AUTH_CACHE_MS = 30_000
const DEFAULT_PATH = '/sync_tasks'
const REDIRECT_KEY = 'nano-sync.redirect-path'

export interface AuthSnapshot {
  isAuthenticated: boolean
  user: User | null
  /** Where to go after the next sign-in; null for the usual place. */
  redirectPath: string | null
  isLoginShown: boolean
  /** Epoch milliseconds; undefined until the first check has ended. */
  lastCheckedAt: number | undefined
}

interface Needs {
  fetchState: () => Promise<AuthState>
  logOut: () => Promise<{ success: boolean }>
  now: () => number
  /** Outlives the trip to the sign-in provider. */
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
}

export type AuthStore = ReturnType<typeof createAuthStore>

/** Knows who is signed in. Checks that are under way at the same time share one outcome. */
export function createAuthStore({ fetchState, logOut, now, storage }: Needs) {
  let snapshot: AuthSnapshot = {
    isAuthenticated: false,
    user: null,
    redirectPath: storage.getItem(REDIRECT_KEY),
    isLoginShown: false,
    lastCheckedAt: undefined,
  }
  let underWay: Promise<boolean> | undefined
  const listeners = new Set<() => void>()

  function update(change: Partial<AuthSnapshot>): void {
    snapshot = { ...snapshot, ...change }
    for (const listener of listeners) listener()
  }

  /** A check that fails says nothing of who is signed in: a visitor stays one, and a member is not sent away. */
  async function runCheck(): Promise<boolean> {
    const state = await fetchState().catch(() => undefined)
    const answer = state && { isAuthenticated: state.authenticated, user: state.user }
    update({ ...answer, lastCheckedAt: now() })
    return snapshot.isAuthenticated
  }

  return {
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    snapshot: () => snapshot,

    /** Resolves to whether someone is signed in; when the check fails, to whether someone was known to be. */
    check({ isForced = false } = {}): Promise<boolean> {
      const age = now() - (snapshot.lastCheckedAt ?? Number.NEGATIVE_INFINITY)
      if (!isForced && age < AUTH_CACHE_MS) return Promise.resolve(snapshot.isAuthenticated)
      underWay ??= runCheck().finally(() => {
        underWay = undefined
      })
      return underWay
    },

    /** Remembers where the next sign-in shall lead. */
    keepRedirectPath(path: string): void {
      storage.setItem(REDIRECT_KEY, path)
      update({ redirectPath: path })
    },

    showLogin(): void {
      update({ isLoginShown: true })
    },

    /** The visitor does not want to sign in, nor to where the dialog would have led. */
    dismissLogin(): void {
      storage.removeItem(REDIRECT_KEY)
      update({ redirectPath: null, isLoginShown: false })
    },

    /** The path to open after a sign-in, given out once. */
    takeRedirectPath(): string {
      const path = snapshot.redirectPath ?? DEFAULT_PATH
      storage.removeItem(REDIRECT_KEY)
      update({ redirectPath: null, isLoginShown: false })
      return path
    },

    /** The server refused a call: whoever was signed in is no longer. */
    forget(): void {
      update({ isAuthenticated: false, user: null })
    },

    /** Ends the session; false when that failed. */
    async signOut(): Promise<boolean> {
      const { success } = await logOut().catch(() => ({ success: false }))
      if (success) update({ isAuthenticated: false, user: null, lastCheckedAt: now() })
      return success
    },
  }
}
