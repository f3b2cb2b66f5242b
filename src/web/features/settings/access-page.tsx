import { useQuery } from '@tanstack/react-query'
import { myAccessQuery } from '../../data/access.ts'
import { paths } from '../../lib/paths.ts'
import { SettingsArea } from '../../shared/settings-area.tsx'
import { QueryContent } from '../../ui/query-content.tsx'
import { AccessState } from './access-state.tsx'
import { ConnectOutcome } from './connect-outcome.tsx'
import { LendingChoice } from './lending-choice.tsx'

/** The page of the user's access to spreadsheets: its state, its last use, and the tasks that may use it. */
export function AccessPage() {
  const query = useQuery(myAccessQuery())
  return (
    <SettingsArea
      path={paths.access}
      description="Whether tasks may read and write spreadsheets with your account, and which ones."
    >
      <ConnectOutcome />
      <QueryContent query={query} loading="Loading your Google access" failure="Failed to load your Google access">
        {(access) => (
          <>
            <AccessState access={access} />
            {access.state !== 'unavailable' && <LendingChoice lending={access.lending} />}
          </>
        )}
      </QueryContent>
    </SettingsArea>
  )
}
