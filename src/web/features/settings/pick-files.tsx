import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useCallback, useState } from 'react'
import type { PickerSettings } from '#contract/access.ts'
import { pluralize } from '#domain/pluralize.ts'
import { useAuth } from '../../data/use-auth.ts'
import { useAction } from '../../lib/action.ts'
import { readNow } from '../../lib/read-schedule.ts'
import { toast } from '../../lib/toast.tsx'
import { ActionButton } from '../../ui/action-button.tsx'
import { loadGoogleScript } from './load-google-script.ts'

const PickerDialog = lazy(async () => ({ default: (await import('./picker-dialog.tsx')).PickerDialog }))

/** A button that opens Google's Picker. */
export function PickFiles({ settings }: { settings: PickerSettings }) {
  const queryClient = useQueryClient()
  const { user } = useAuth()
  const [isOpen, setOpen] = useState(false)
  const end = useCallback(
    (count: number) => {
      setOpen(false)
      if (count === 0) return
      toast.success(`${pluralize(count, 'file')} picked`)
      // Read everything again, because tasks may now have access to the picked files.
      void readNow(queryClient, {})
    },
    [queryClient],
  )
  const fail = useCallback(() => {
    setOpen(false)
    toast.error('Google did not let you pick files. Allow pop-up windows for this page, then try again.')
  }, [])
  const { isPending, act } = useAction(['pick-files'], async () => {
    try {
      await loadGoogleScript()
      setOpen(true)
    } catch {
      toast.error('The file list of Google could not be loaded. Check the network, then try again.')
    }
  })
  return (
    <>
      <ActionButton isPending={isPending || isOpen} onPress={act}>
        Pick spreadsheets
      </ActionButton>
      {isOpen && (
        <Suspense>
          <PickerDialog settings={settings} email={user?.email ?? ''} onEnd={end} onFailure={fail} />
        </Suspense>
      )}
    </>
  )
}
