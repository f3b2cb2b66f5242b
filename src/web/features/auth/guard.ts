import { redirect } from 'react-router'
import type { AuthStore } from '../../data/auth-store.ts'
import { onShowLogin, raiseShowLogin } from '../../lib/show-login.ts'
import { toast } from '../../lib/toast.tsx'

const SIGN_IN_TOAST_MS = 10_000

interface LoaderArgs {
  request: Request
}

/** Lets a route's loader pass only for a signed-in user; anyone else is sent to / and asked to sign in. */
export function requireSignIn(auth: AuthStore) {
  return async ({ request }: LoaderArgs): Promise<null> => {
    if (await auth.check()) return null
    auth.keepRedirectPath(fullPathOf(new URL(request.url)))
    raiseShowLogin()
    throw redirect('/')
  }
}

/** How the server's callback says in the address that nobody was signed in. */
const SIGN_IN_FAULTS = {
  sign_in_failed: 'Signing in did not work. Please try again.',
  sign_in_refused: 'This account may not use Nano Sync. Ask for access or choose another account.',
}

/** Where the server's callback leads after a sign-in: onwards to the screen that had been asked for. */
export function leaveAfterSignIn(auth: AuthStore) {
  return async ({ request }: LoaderArgs): Promise<null> => {
    const { searchParams } = new URL(request.url)
    for (const [sign, sentence] of Object.entries(SIGN_IN_FAULTS)) {
      if (!searchParams.has(sign)) continue
      toast.error(sentence, { timeoutMs: SIGN_IN_TOAST_MS })
      throw redirect('/')
    }
    if (!searchParams.has('signed_in')) return null
    throw redirect((await auth.check({ isForced: true })) ? auth.takeRedirectPath() : '/')
  }
}

/** Opens the dialog whenever it is asked for; a refused call leads back to the screen that made it. */
export function listenForShowLogin(auth: AuthStore): void {
  onShowLogin(() => {
    auth.forget()
    if (auth.snapshot().redirectPath === null) auth.keepRedirectPath(fullPathOf(window.location))
    auth.showLogin()
  })
  window.addEventListener('keydown', (event) => dismissByKey(auth, event), { capture: true })
  document.addEventListener('visibilitychange', () => void lookForSignInElsewhere(auth))
}

/** Heard ahead of every other dialog, as it listens first: Escape must not also close the form beneath. */
function dismissByKey(auth: AuthStore, event: KeyboardEvent): void {
  if (event.key !== 'Escape' || !auth.snapshot().isLoginShown) return
  event.stopImmediatePropagation()
  auth.dismissLogin()
}

/** One who signed in again in another tab comes back to where they were. */
async function lookForSignInElsewhere(auth: AuthStore): Promise<void> {
  if (document.visibilityState !== 'visible' || !auth.snapshot().isLoginShown) return
  if (await auth.check({ isForced: true })) auth.dismissLogin()
}

function fullPathOf({ pathname, search, hash }: { pathname: string; search: string; hash: string }): string {
  return `${pathname}${search}${hash}`
}
