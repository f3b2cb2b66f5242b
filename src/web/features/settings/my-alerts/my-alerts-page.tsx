import { useQuery } from '@tanstack/react-query'
import { myAlertsQuery } from '../../../data/my-alerts.ts'
import { paths } from '../../../lib/paths.ts'
import { SettingsArea } from '../../../shared/settings-area.tsx'
import { QueryContent } from '../../../ui/query-content.tsx'
import { MyAlertsForm } from './my-alerts-form.tsx'

/** The alerts the signed-in person gets by mail about their own tasks. */
export function MyAlertsPage() {
  const query = useQuery(myAlertsQuery())
  return (
    <SettingsArea
      path={paths.myAlerts}
      description="Mail to you alone when a task that concerns you fails, is held or late, and when it has recovered. What happens together comes in one mail."
    >
      <QueryContent query={query} loading="Loading your alerts" failure="Failed to load your alerts">
        {(alerts) => <MyAlertsForm alerts={alerts} />}
      </QueryContent>
    </SettingsArea>
  )
}
