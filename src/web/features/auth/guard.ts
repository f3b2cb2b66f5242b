import { redirect } from 'react-router'
import type { AuthStore } from '../../data/auth-store.ts'
import { paths } from '../../lib/paths.ts'
import { onShowLogin, raiseShowLogin } from '../../lib/show-login.ts'
import { toast } from '../../lib/toast.tsx'

const SIGN_IN_TOAST_MS = 10_000

interface LoaderArgs {
  request: Request
}

/** A route loader for signed-in users only. Anyone else is redirected to / and asked to sign in. */
export function requireSignIn(auth: AuthStore) {
  return async ({ request }: LoaderArgs): Promise<null> => {
    if (await auth.check()) return null
    auth.setRedirectPath(fullPathOf(new URL(request.url)))
    raiseShowLogin()
    throw redirect(paths.home)
  }
}

/** Messages by the query parameter that the server's sign-in callback sets. */
const SIGN_IN_ERRORS = {
  sign_in_failed: 'Sign-in failed. Please try again.',
  sign_in_refused: 'This account does not have access to Nano Sync. Ask for access, or use another account.',
}

/** The loader of /, which the server's sign-in callback redirects to: continues to the screen requested before sign-in. */
export function redirectAfterSignIn(auth: AuthStore) {
  return async ({ request }: LoaderArgs): Promise<null> => {
    const { searchParams } = new URL(request.url)
    for (const [param, message] of Object.entries(SIGN_IN_ERRORS)) {
      if (!searchParams.has(param)) continue
      toast.error(message, { timeoutMs: SIGN_IN_TOAST_MS })
      throw redirect(paths.home)
    }
    if (!searchParams.has('signed_in')) return null
    throw redirect((await auth.check({ isForced: true })) ? auth.takeRedirectPath() : paths.home)
  }
}

/** Opens the sign-in dialog on every show-login event. After sign-in, the user returns to the current screen. */
export function listenForShowLogin(auth: AuthStore): void {
  onShowLogin(() => {
    auth.forget()
    if (auth.snapshot().redirectPath === null) auth.setRedirectPath(fullPathOf(window.location))
    auth.showLogin()
  })
  window.addEventListener('keydown', (event) => dismissOnEscape(auth, event), { capture: true })
  document.addEventListener('visibilitychange', () => void dismissIfSignedIn(auth))
}

/** Runs before the listeners of other dialogs: Escape must not also close the form underneath. */
function dismissOnEscape(auth: AuthStore, event: KeyboardEvent): void {
  if (event.key !== 'Escape' || !auth.snapshot().isLoginShown) return
  event.stopImmediatePropagation()
  auth.dismissLogin()
}

/** Closes the dialog when the user has signed in in another tab. */
async function dismissIfSignedIn(auth: AuthStore): Promise<void> {
  if (document.visibilityState !== 'visible' || !auth.snapshot().isLoginShown) return
  if (await auth.check({ isForced: true })) auth.dismissLogin()
}

function fullPathOf({ pathname, search, hash }: { pathname: string; search: string; hash: string }): string {
  return `${pathname}${search}${hash}`
}
