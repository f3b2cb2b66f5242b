import { PageHeader } from '../../ui/page-header.tsx'

export function TasksPage() {
  return <PageHeader title="Sync Tasks" />
}
