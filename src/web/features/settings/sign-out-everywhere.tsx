import { Button, Checkbox, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconLogout } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { api } from '#contract/api.ts'
import { pluralize } from '#domain/pluralize.ts'
import { useAuthStore } from '../../data/use-auth.ts'
import { call } from '../../lib/call.ts'
import { keepAppearance } from '../../lib/keep-appearance.ts'
import { paths } from '../../lib/paths.ts'
import { toastFailure } from '../../lib/toast.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'

/** Ends every session of the user, including this one, after a confirmation. Also revokes API tokens unless they are kept. */
export function SignOutEverywhere({ count }: { count: number }) {
  const [isConfirming, confirmation] = useDisclosure()
  const [revokes, setRevokes] = useState(true)
  const store = useAuthStore()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const signOut = async () => {
    try {
      await keepAppearance(() => call(api.sessions.endAll, { query: { tokens: revokes ? 'revoke' : 'keep' } }))
      store.forget()
      await navigate(paths.home)
      queryClient.clear()
    } catch (error) {
      toastFailure(error, { message: 'Failed to sign out' })
      confirmation.close()
    }
  }
  return (
    <div>
      <Button
        variant="default"
        leftSection={<IconLogout size={16} aria-hidden />}
        aria-haspopup="dialog"
        onClick={confirmation.open}
      >
        Sign out everywhere
      </Button>
      <ConfirmDialog
        opened={isConfirming}
        title="Sign out everywhere"
        confirmLabel="Sign out everywhere"
        onConfirm={signOut}
        onClose={confirmation.close}
      >
        <Stack gap="sm">
          <Text size="sm">{`You will be signed out in ${pluralize(count, 'browser')}, this one included.`}</Text>
          <Checkbox
            label="Revoke my API tokens too"
            description="Programs that use them stop working."
            checked={revokes}
            onChange={({ currentTarget }) => setRevokes(currentTarget.checked)}
          />
        </Stack>
      </ConfirmDialog>
    </div>
  )
}
