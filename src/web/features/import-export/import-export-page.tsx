import { PageHeader } from '../../ui/page-header.tsx'

export function ImportExportPage() {
  return <PageHeader title="Import/Export Sync Tasks" />
}
