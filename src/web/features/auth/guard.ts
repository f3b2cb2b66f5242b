import { type LoaderFunctionArgs, redirect } from 'react-router'
import type { AuthStore } from '../../data/auth-store.ts'
import { onRecovery } from '../../lib/outage.ts'
import { paths } from '../../lib/paths.ts'
import { onShowLogin, raiseShowLogin } from '../../lib/show-login.ts'
import { toast } from '../../lib/toast.tsx'

const SIGN_IN_TOAST_MS = 10_000

/** Builds a route loader for signed-in users only. Redirects anyone else to / and asks them to sign in. */
export function requireSignIn(auth: AuthStore) {
  return async ({ request, url: { hash } }: Pick<LoaderFunctionArgs, 'request' | 'url'>): Promise<null> => {
    if (await auth.check()) {
      auth.dropRedirectPath()
      return null
    }
    // The router omits the hash from the request's URL.
    const { pathname, search } = new URL(request.url)
    auth.setRedirectPath(buildFullPath({ pathname, search, hash }))
    raiseShowLogin()
    throw redirect(paths.home)
  }
}

/** Error messages by the query parameter that the server's sign-in callback sets. */
const SIGN_IN_ERRORS = {
  sign_in_failed: 'Sign-in failed. Please try again.',
  sign_in_refused: 'This account does not have access to Nano Sync. Ask for access, or use another account.',
}

/**
 * Builds the loader of /, where a sign-in ends. It continues to the screen requested before the sign-in. Some servers do not
 * mark the return from a sign-in, so a stored path also counts as a return.
 */
export function redirectAfterSignIn(auth: AuthStore) {
  return async ({ request }: Pick<LoaderFunctionArgs, 'request'>): Promise<null> => {
    const { searchParams } = new URL(request.url)
    for (const [param, message] of Object.entries(SIGN_IN_ERRORS)) {
      if (!searchParams.has(param)) continue
      toast.error(message, { timeoutMs: SIGN_IN_TOAST_MS })
      throw redirect(paths.home)
    }
    const isBack = searchParams.has('signed_in')
    if (!isBack && auth.snapshot().redirectPath === null) return null
    if (await auth.check({ isForced: isBack })) throw redirect(auth.takeRedirectPath())
    if (isBack) throw redirect(paths.home)
    return null
  }
}

/** Checks the sign-in when the page loads. Drops the redirect path if a signed-in user opened a screen directly. */
export async function checkOnLoad(auth: AuthStore): Promise<void> {
  const isSignedIn = await auth.check({ isForced: true })
  if (isSignedIn && window.location.pathname !== paths.home) auth.dropRedirectPath()
}

/** Opens the sign-in dialog on every show-login event. After sign-in, the user returns to the current screen. */
export function listenForShowLogin(auth: AuthStore, navigate: (path: string) => Promise<void>): void {
  onShowLogin((sentAt) => {
    auth.forget()
    // Stay closed if the user has dismissed the dialog since the request was sent.
    if (auth.isDismissedSince(sentAt)) return
    if (auth.snapshot().redirectPath === null) auth.setRedirectPath(buildFullPath(window.location))
    auth.showLogin()
  })
  window.addEventListener('keydown', (event) => dismissOnEscape(auth, event), { capture: true })
  const check = () => void continueIfSignedIn(auth, navigate)
  document.addEventListener('visibilitychange', check)
  window.addEventListener('online', check)
  // Check again, because a failed check during the outage has signed the user out.
  onRecovery(() => (auth.snapshot().isLoginShown ? check() : void auth.check({ isForced: true })))
}

/** Closes the sign-in dialog before other listeners see the key, so Escape does not also close the form underneath. */
function dismissOnEscape(auth: AuthStore, event: KeyboardEvent): void {
  if (event.key !== 'Escape' || !auth.snapshot().isLoginShown) return
  event.stopImmediatePropagation()
  auth.dismissLogin()
}

/** Closes the dialog after a sign-in in another tab, or once the browser is online again. Then opens the requested screen. */
async function continueIfSignedIn(auth: AuthStore, navigate: (path: string) => Promise<void>): Promise<void> {
  if (document.visibilityState !== 'visible' || !auth.snapshot().isLoginShown) return
  if (!(await auth.check({ isForced: true }))) return
  const path = auth.takeRedirectPath()
  if (window.location.pathname === paths.home) await navigate(path)
}

function buildFullPath({ pathname, search, hash }: { pathname: string; search: string; hash: string }): string {
  return `${pathname}${search}${hash}`
}
