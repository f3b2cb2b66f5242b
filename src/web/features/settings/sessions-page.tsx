import { useQuery } from '@tanstack/react-query'
import { MAX_IDLE_MS, MAX_SESSION_MS } from '#domain/session-lifetime.ts'
import { DAY_MS } from '#domain/time.ts'
import { sessionsQuery } from '../../data/sessions.ts'
import { paths } from '../../lib/paths.ts'
import { SettingsArea } from '../../shared/settings-area.tsx'
import { QueryContent } from '../../ui/query-content.tsx'
import { SessionList } from './session-list.tsx'
import { SignOutEverywhere } from './sign-out-everywhere.tsx'

const LIFETIME = `You stay signed in for ${MAX_IDLE_MS / DAY_MS} days without use, and for ${MAX_SESSION_MS / DAY_MS} days at most.`

/** The browsers where the user is signed in. */
export function SessionsPage() {
  const query = useQuery(sessionsQuery())
  return (
    <SettingsArea path={paths.sessions} description={LIFETIME}>
      <QueryContent
        query={query}
        loading="Loading where you are signed in"
        failure="Failed to load where you are signed in"
      >
        {(sessions) => (
          <>
            <SessionList sessions={sessions} />
            <SignOutEverywhere count={sessions.length} />
          </>
        )}
      </QueryContent>
    </SettingsArea>
  )
}
