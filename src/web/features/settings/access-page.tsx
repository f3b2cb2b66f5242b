import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { myAccessQuery } from '../../data/access.ts'
import { useFailureToast } from '../../lib/toast.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { LoadingSpinner } from '../../ui/loading-spinner.tsx'
import { SettingsArea } from '../../ui/settings-area.tsx'
import { AccessState } from './access-state.tsx'
import { ConnectOutcome } from './connect-outcome.tsx'
import { LendingChoice } from './lending-choice.tsx'

const FAILURE = 'Failed to load your Google access'

/** The user's access to spreadsheets: whether it is connected, when it was used, and which tasks may use it. */
export function AccessPage() {
  const query = useQuery(myAccessQuery())
  const { data: access, isPending } = query
  useFailureToast(query, FAILURE)
  return (
    <SettingsArea
      title="My Google access"
      description={
        <Text size="sm" c="dimmed">
          Tasks can read and write spreadsheets with your account. You decide which ones.
        </Text>
      }
    >
      <ConnectOutcome />
      {isPending && <LoadingSpinner label="Loading your Google access" />}
      {query.isLoadingError && <LoadFailure title={FAILURE} onRetry={query.refetch} />}
      {access && <AccessState access={access} />}
      {access && access.state !== 'unavailable' && <LendingChoice lending={access.lending} />}
    </SettingsArea>
  )
}
