import { PageHeader } from '../../ui/page-header.tsx'

export function DevLogsPage() {
  return <PageHeader title="Dev Logs Viewer" />
}
