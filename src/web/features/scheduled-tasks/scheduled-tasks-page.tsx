import { PageHeader } from '../../ui/page-header.tsx'

export function ScheduledTasksPage() {
  return <PageHeader title="Scheduled Tasks" />
}
