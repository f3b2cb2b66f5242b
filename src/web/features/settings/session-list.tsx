import { Badge, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { api } from '#contract/api.ts'
import type { OwnSession } from '#contract/session.ts'
import { useAction } from '../../lib/action.ts'
import { call } from '../../lib/call.ts'
import { readNow } from '../../lib/read-schedule.ts'
import { toast, toastFailure } from '../../lib/toast.tsx'
import { RelativeTime } from '../../shared/relative-time.tsx'
import { ActionButton } from '../../ui/action-button.tsx'
import rows from '../../ui/row-list.module.css'

/** The browsers where the user is signed in. The current browser is marked; the rest have a button to sign them out. */
export function SessionList({ sessions }: { sessions: readonly OwnSession[] }) {
  return (
    <ul className={rows.rows}>
      {sessions.map((session) => (
        <li key={session.id} className={rows.row}>
          <div className={rows.rowText}>
            <span className={rows.rowName}>
              {session.browser || 'Unknown browser'}
              {session.is_current && (
                <Badge size="sm" variant="light" ml={8}>
                  This browser
                </Badge>
              )}
            </span>
            <Text size="sm" c="dimmed" component="span">
              Signed in <RelativeTime at={session.signed_in_at} />
              {session.address && ` from ${session.address}`} · last active{' '}
              {session.is_current ? 'now' : <RelativeTime at={session.last_active_at} />}
            </Text>
          </div>
          {!session.is_current && <SignOutButton session={session} />}
        </li>
      ))}
    </ul>
  )
}

function SignOutButton({ session: { id, browser } }: { session: OwnSession }) {
  const queryClient = useQueryClient()
  const { isPending, act } = useAction(['end-session', id], async () => {
    try {
      await call(api.sessions.end, { params: { id } })
      toast.success('Signed out')
    } catch (error) {
      toastFailure(error, { message: 'Failed to sign out' })
    }
    await readNow(queryClient, api.sessions.list)
  })
  return (
    <ActionButton
      variant="default"
      size="xs"
      isPending={isPending}
      onPress={act}
      aria-label={`Sign out ${browser || 'unknown browser'}`}
    >
      Sign out
    </ActionButton>
  )
}
