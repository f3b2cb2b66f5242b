import { useQuery } from '@tanstack/react-query'
import { googleSetupQuery } from '../../data/google-setup.ts'
import { paths } from '../../lib/paths.ts'
import { SettingsArea } from '../../shared/settings-area.tsx'
import { QueryContent } from '../../ui/query-content.tsx'
import { AccountChoice } from './account-choice.tsx'
import { SetupChecks } from './setup-checks.tsx'
import { TrySpreadsheets } from './try-spreadsheets.tsx'

/** Connects the installation to Google: the account to use, the missing steps, and a first copy. */
export function GoogleSetupPage() {
  const query = useQuery(googleSetupQuery())
  return (
    <SettingsArea
      path={paths.googleSetup}
      description="Let this installation read and write Google spreadsheets, check that it can, and copy a first tab."
    >
      <QueryContent query={query} loading="Checking the connection" failure="Failed to check the connection">
        {(setup) => (
          <>
            <AccountChoice setup={setup} />
            <SetupChecks setup={setup} isChecking={query.isFetching} onCheck={query.refetch} />
            <TrySpreadsheets account={setup.account} />
          </>
        )}
      </QueryContent>
    </SettingsArea>
  )
}
