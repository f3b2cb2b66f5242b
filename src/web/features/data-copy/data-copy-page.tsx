import { PageHeader } from '../../ui/page-header.tsx'

export function DataCopyPage() {
  return <PageHeader title="Data Copy" />
}
