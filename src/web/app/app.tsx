import { MantineProvider } from '@mantine/core'
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { DataRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import type { AuthStore } from '../data/auth-store.ts'
import type { DraftStore } from '../data/draft-store.ts'
import { AuthContext } from '../data/use-auth.ts'
import { DraftContext } from '../data/use-drafts.ts'
import { Toaster } from '../ui/toaster.tsx'
import { cssVariables, theme } from './theme.ts'

interface Props {
  auth: AuthStore
  drafts: DraftStore
  queryClient: QueryClient
  router: DataRouter
}

/** Wraps all screens in the app's providers and containers. */
export function App({ auth, drafts, queryClient, router }: Props) {
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      <QueryClientProvider client={queryClient}>
        <AuthContext value={auth}>
          <DraftContext value={drafts}>
            <RouterProvider router={router} />
          </DraftContext>
        </AuthContext>
      </QueryClientProvider>
      <Toaster />
    </MantineProvider>
  )
}
