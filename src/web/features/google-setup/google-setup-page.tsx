import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { googleSetupQuery } from '../../data/google-setup.ts'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { LoadingSpinner } from '../../ui/loading-spinner.tsx'
import { SettingsArea } from '../../ui/settings-area.tsx'
import { AccountChoice } from './account-choice.tsx'
import { SetupChecks } from './setup-checks.tsx'
import { TrySpreadsheets } from './try-spreadsheets.tsx'

/** Connects the installation to Google: which account to use, what is still missing, and a first copy. */
export function GoogleSetupPage() {
  const query = useQuery(googleSetupQuery())
  return (
    <SettingsArea title="Connect Google">
      {query.isPending && <LoadingSpinner label="Checking the connection" />}
      {query.isLoadingError && <LoadFailure title="Failed to check the connection" onRetry={query.refetch} />}
      {query.data && (
        <Stack gap="md" maw={760}>
          <AccountChoice setup={query.data} />
          <SetupChecks setup={query.data} isChecking={query.isFetching} onCheck={query.refetch} />
          <TrySpreadsheets account={query.data.account} />
        </Stack>
      )}
    </SettingsArea>
  )
}
