import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { sessionsQuery } from '../../data/sessions.ts'
import { useFailureToast } from '../../lib/toast.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { LoadingSpinner } from '../../ui/loading-spinner.tsx'
import { SettingsArea } from '../../ui/settings-area.tsx'
import { SessionList } from './session-list.tsx'
import { SignOutEverywhere } from './sign-out-everywhere.tsx'

const FAILURE = 'Failed to load where you are signed in'

/** The browsers in which the user is signed in. */
export function SessionsPage() {
  const query = useQuery(sessionsQuery())
  const { data: sessions, isPending } = query
  useFailureToast(query, FAILURE)
  return (
    <SettingsArea
      title="Where I am signed in"
      description={
        <Text size="sm" c="dimmed">
          A sign-in ends after 3 days without use, and after 14 days in any case.
        </Text>
      }
    >
      {isPending && <LoadingSpinner label="Loading where you are signed in" />}
      {query.isLoadingError && <LoadFailure title={FAILURE} onRetry={query.refetch} />}
      {sessions && (
        <>
          <SessionList sessions={sessions} />
          <SignOutEverywhere count={sessions.length} />
        </>
      )}
    </SettingsArea>
  )
}
