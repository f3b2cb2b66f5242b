import { Button, Stack, Text } from '@mantine/core'
import { IconLogin2, IconLogout } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { api } from '#contract/api.ts'
import { useAuth, useAuthStore } from '../../data/use-auth.ts'
import { useAction } from '../../lib/action.ts'
import { paths } from '../../lib/paths.ts'
import { toast } from '../../lib/toast.tsx'
import { ActionButton } from '../../ui/action-button.tsx'

/** The signed-in user with a sign-out button, or a sign-in link. */
export function Account() {
  const { isAuthenticated, user, lastCheckedAt } = useAuth()
  const store = useAuthStore()
  const { isPending, act: signOut } = useAction(['sign-out'], useSignOut())
  if (lastCheckedAt === undefined) return null
  if (!isAuthenticated)
    return (
      <Button
        component="a"
        href={api.auth.login.path}
        variant="default"
        size="xs"
        fullWidth
        leftSection={<IconLogin2 size={15} aria-hidden />}
        onClick={store.rememberDestination}
      >
        Sign in
      </Button>
    )
  return (
    <Stack gap={6}>
      <Text size="xs" c="dimmed" truncate title={user?.name}>
        {user?.email || user?.name || 'Signed in'}
      </Text>
      <ActionButton
        variant="default"
        size="xs"
        fullWidth
        leftSection={<IconLogout size={15} aria-hidden />}
        isPending={isPending}
        onPress={signOut}
      >
        Sign out
      </ActionButton>
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
    await navigate(paths.home)
    queryClient.clear()
  }
}
