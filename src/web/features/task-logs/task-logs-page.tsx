import { PageHeader } from '../../ui/page-header.tsx'

export function TaskLogsPage() {
  return <PageHeader title="Sync Task Logs" />
}
