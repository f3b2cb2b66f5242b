import { redirect } from 'react-router'
import { onShowLogin, raiseShowLogin } from '../../lib/show-login.ts'
import type { AuthStore } from './auth-store.ts'

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

/** Where the server's callback leads after a sign-in: onwards to the screen that had been asked for. */
export function leaveAfterSignIn(auth: AuthStore) {
  return async ({ request }: LoaderArgs): Promise<null> => {
    if (!new URL(request.url).searchParams.has('signed_in')) return null
    throw redirect((await auth.check({ isForced: true })) ? auth.takeRedirectPath() : '/')
  }
}

/** Opens the dialog whenever it is asked for; a refused call leads back to the screen that made it. */
export function listenForShowLogin(auth: AuthStore): () => void {
  return onShowLogin(() => {
    auth.forget()
    if (auth.snapshot().redirectPath === null) auth.keepRedirectPath(fullPathOf(window.location))
    auth.showLogin()
  })
}

function fullPathOf({ pathname, search, hash }: { pathname: string; search: string; hash: string }): string {
  return `${pathname}${search}${hash}`
}
