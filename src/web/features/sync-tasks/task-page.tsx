import { PageHeader } from '../../ui/page-header.tsx'

export function TaskPage() {
  return <PageHeader title="Sync Task" />
}
