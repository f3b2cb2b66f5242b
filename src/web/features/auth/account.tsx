import { Button, Stack, Text } from '@mantine/core'
import { IconLogin2, IconLogout } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { useAuth, useAuthStore } from '../../data/use-auth.ts'
import { toast } from '../../lib/toast.tsx'

const HOME = '/'

/** The signed-in user with a sign-out button, or a sign-in link. */
export function Account() {
  const { isAuthenticated, user, lastCheckedAt } = useAuth()
  const signOut = useSignOut()
  if (lastCheckedAt === undefined) return null
  if (!isAuthenticated)
    return (
      <Button
        component="a"
        href="/auth/login"
        variant="default"
        size="xs"
        fullWidth
        leftSection={<IconLogin2 size={15} aria-hidden />}
      >
        Sign in
      </Button>
    )
  return (
    <Stack gap={6}>
      <Text size="xs" c="dimmed" truncate title={user?.name}>
        {user?.email}
      </Text>
      <Button
        variant="default"
        size="xs"
        fullWidth
        leftSection={<IconLogout size={15} aria-hidden />}
        onClick={() => void signOut()}
      >
        Sign out
      </Button>
    </Stack>
  )
}

function useSignOut(): () => Promise<void> {
  const store = useAuthStore()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  return async () => {
    if (!(await store.signOut())) {
      toast.error('Failed to sign out')
      return
    }
    await navigate(HOME)
    // The user may have stayed on a screen with unsaved changes, which still needs the cache.
    if (window.location.pathname === HOME) queryClient.clear()
  }
}
