import './lib/without-eval.ts'

import '@fontsource-variable/inter/wght.css'
import './app/mantine.css'
import './app/base.css'
import './ui/busy.css'
import './ui/tones.css'

import { QueryClient } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { api } from '#contract/api.ts'
import { App } from './app/app.tsx'
import { firstListRead } from './app/first-list.ts'
import { createRouter } from './app/routes.tsx'
import { createAuthStore } from './data/auth-store.ts'
import { createDraftStore } from './data/draft-store.ts'
import { checkOnLoad, listenForShowLogin } from './features/auth/guard.ts'
import { call } from './lib/call.ts'
import { CallError } from './lib/call-error.ts'
import { keepAppearance } from './lib/keep-appearance.ts'
import { scheduleReads } from './lib/read-schedule.ts'

const MAX_RETRIES = 2

const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: shouldRetry, staleTime: 5_000, refetchOnWindowFocus: false, refetchOnReconnect: false },
  },
})
scheduleReads(queryClient)

const auth = createAuthStore({
  fetchState: () =>
    call(api.auth.check).catch((error: unknown) => {
      console.error('The sign-in check failed.', error)
      throw error
    }),
  logOut: () => keepAppearance(() => call(api.auth.logout)),
  now: () => Date.now(),
  storage: window.sessionStorage,
})
const drafts = createDraftStore({ now: () => Date.now(), storage: window.sessionStorage })
const router = createRouter({ auth, queryClient })
listenForShowLogin(auth, router.navigate)
void checkOnLoad(auth)

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
const reactRoot = createRoot(root)
void firstListRead({ auth, queryClient, router }).then(() =>
  reactRoot.render(
    <StrictMode>
      <App auth={auth} drafts={drafts} queryClient={queryClient} router={router} />
    </StrictMode>,
  ),
)

/** Whether to retry a failed read. A read that the server has rejected is not retried. */
function shouldRetry(failureCount: number, error: unknown): boolean {
  if (!(error instanceof CallError)) return false
  return failureCount < MAX_RETRIES && (error.status === undefined || error.status >= 500)
}
