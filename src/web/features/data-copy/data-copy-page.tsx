import { Alert, Button, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconColumns3 } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { dataCopyColumnsQuery } from '../../data/data-copies.ts'
import { messageOf } from '../../lib/call-error.ts'
import { formatCount } from '../../lib/format.ts'
import { FullHeightScreen } from '../../ui/full-height-screen.tsx'
import { LoadingSpinner } from '../../ui/loading-spinner.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { DataCopyTable } from './data-copy-table.tsx'
import { NothingCopied } from './nothing-copied.tsx'
import { SelectColumns } from './select-columns.tsx'
import { nextSort } from './sort-order.ts'
import { useDataCopyView } from './use-data-copy-view.ts'

/** The rows that a task last copied. Columns and order stand in the address. */
export function DataCopyPage() {
  const taskId = Number(useParams()['id'])
  const { data, error, isPending } = useQuery(dataCopyColumnsQuery(taskId))
  const [isChoosing, choosing] = useDisclosure()
  const available = data?.available_columns ?? []
  const { columns, sort, setColumns, setSort } = useDataCopyView(data)

  return (
    <FullHeightScreen>
      <PageHeader
        title="Data Copy"
        backTo="/sync_tasks"
        actions={
          <Button
            variant="default"
            leftSection={<IconColumns3 size={16} aria-hidden />}
            disabled={available.length === 0}
            onClick={choosing.open}
          >
            Select Columns
          </Button>
        }
      >
        <Text size="sm" c="dimmed" mih={20}>
          {data && `${formatCount(columns.length)} of ${formatCount(available.length)} columns shown`}
        </Text>
      </PageHeader>
      {isPending && <LoadingSpinner label="Loading columns" />}
      {error && (
        <Alert color="red" role="alert">
          {messageOf(error, 'Failed to load default columns.')}
        </Alert>
      )}
      {data && columns.length === 0 && <NothingCopied />}
      {columns.length > 0 && (
        <DataCopyTable view={{ taskId, columns, sort }} onSort={(column) => setSort(nextSort(sort, column))} />
      )}
      <SelectColumns
        opened={isChoosing}
        available={available}
        selected={columns}
        onSelect={setColumns}
        onClose={choosing.close}
      />
    </FullHeightScreen>
  )
}
