import { Button, Stack, Text } from '@mantine/core'
import { IconBrandGoogle } from '@tabler/icons-react'
import { api } from '#contract/api.ts'
import { useAuth, useAuthStore } from '../../data/use-auth.ts'
import { Dialog } from '../../ui/dialog.tsx'

/** Stacking order above a form that was open when the session expired, which stays open underneath. */
const ABOVE_OTHER_DIALOGS = 300

/** Asks the user to sign in. The link leads to the sign-in provider. */
export function LoginDialog() {
  const store = useAuthStore()
  const { isLoginShown, redirectPath } = useAuth()
  return (
    <Dialog
      opened={isLoginShown}
      onClose={store.dismissLogin}
      title="Login Required"
      size="sm"
      zIndex={ABOVE_OTHER_DIALOGS}
    >
      <Stack>
        <Text size="sm">Please sign in to continue.</Text>
        <Button
          component="a"
          href={api.auth.login.path}
          // The sign-in may return to another host name of this app, such as from localhost, where the stored path is missing.
          onClick={({ currentTarget }) => {
            if (redirectPath !== null) currentTarget.search = String(new URLSearchParams({ return_to: redirectPath }))
          }}
          leftSection={<IconBrandGoogle size={16} aria-hidden />}
          data-autofocus
        >
          Sign in with Google
        </Button>
      </Stack>
    </Dialog>
  )
}
