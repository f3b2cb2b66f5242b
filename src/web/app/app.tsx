import { MantineProvider } from '@mantine/core'
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { DataRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import type { AuthStore } from '../data/auth-store.ts'
import { AuthContext } from '../data/use-auth.ts'
import { Toaster } from '../ui/toaster.tsx'
import { cssVariables, theme } from './theme.ts'

interface Props {
  auth: AuthStore
  queryClient: QueryClient
  router: DataRouter
}

/** The providers and containers around all screens. */
export function App({ auth, queryClient, router }: Props) {
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      <QueryClientProvider client={queryClient}>
        <AuthContext value={auth}>
          <RouterProvider router={router} />
        </AuthContext>
      </QueryClientProvider>
      <Toaster />
    </MantineProvider>
  )
}
