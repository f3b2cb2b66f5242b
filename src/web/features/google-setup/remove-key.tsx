import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#contract/api.ts'
import { useAction } from '../../lib/action.ts'
import { call } from '../../lib/call.ts'
import { messageOf } from '../../lib/call-error.ts'
import { toast, toastFailure } from '../../lib/toast.tsx'
import { ActionButton } from '../../ui/action-button.tsx'

/** Deletes the stored key, after a second press. */
export function RemoveKey() {
  const queryClient = useQueryClient()
  const [isSure, setIsSure] = useState(false)
  const { isPending, act } = useAction(['remove-google-key'], async () => {
    try {
      await call(api.googleSetup.removeKey)
      toast.success('Key deleted')
      await queryClient.invalidateQueries()
    } catch (error) {
      toastFailure(error, { message: messageOf(error, 'The key could not be deleted') })
    }
  })
  return (
    <ActionButton
      size="compact-sm"
      variant={isSure ? 'light' : 'default'}
      {...(isSure && { color: 'red' })}
      isPending={isPending}
      onPress={isSure ? act : () => setIsSure(true)}
    >
      {isSure ? 'Delete it: tasks stop working' : 'Delete key'}
    </ActionButton>
  )
}
