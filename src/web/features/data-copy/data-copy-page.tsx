import { Button, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconColumns3 } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { IdText } from '#contract/field.ts'
import { pluralize } from '#domain/pluralize.ts'
import { dataCopyColumnsQuery } from '../../data/data-copies.ts'
import { readErrorField } from '../../lib/call-error.ts'
import { formatCount } from '../../lib/format.ts'
import { paths } from '../../lib/paths.ts'
import { OpenScreenNote } from '../../shared/open-screen-note.tsx'
import { TaskNotFound } from '../../shared/task-not-found.tsx'
import { FullHeightScreen } from '../../ui/full-height-screen.tsx'
import { LoadingSpinner } from '../../ui/loading-spinner.tsx'
import { PageHeader, titleOfTask } from '../../ui/page-header.tsx'
import { DataCopyTable } from './data-copy-table.tsx'
import { EmptyDataCopy } from './empty-data-copy.tsx'
import { InlineFailure } from './inline-failure.tsx'
import { SelectColumns } from './select-columns.tsx'
import { nextSort } from './sort-order.ts'
import { useDataCopyView } from './use-data-copy-view.ts'

const SCREEN = 'Data Copy'

/** The rows copied by a task's last run. The URL holds the selected columns and the sort order. */
export function DataCopyPage() {
  const id = IdText.safeParse(useParams()['id'])
  return id.success ? <TaskDataCopy taskId={id.data} /> : <TaskNotFound title={SCREEN} backTo={paths.tasks} />
}

function TaskDataCopy({ taskId }: { taskId: number }) {
  const { data, error, isPending, refetch } = useQuery(dataCopyColumnsQuery(taskId))
  const [isSelecting, columnDialog] = useDisclosure()
  const available = data?.available_columns ?? []
  const { columns, sort, setColumns, setSort } = useDataCopyView(data)

  return (
    <FullHeightScreen>
      <PageHeader
        title={titleOfTask(SCREEN, data?.title)}
        backTo={paths.tasks}
        actions={
          <Button
            variant="default"
            leftSection={<IconColumns3 size={16} aria-hidden />}
            disabled={available.length === 0}
            onClick={columnDialog.open}
          >
            Select Columns
          </Button>
        }
      >
        <Text size="sm" c="dimmed" mih={20}>
          {data &&
            available.length > 0 &&
            `${formatCount(columns.length)} of ${pluralize(available.length, 'column')} shown`}
        </Text>
      </PageHeader>
      <OpenScreenNote screen="data_copy" />
      {isPending && <LoadingSpinner label="Loading columns" />}
      {error && <InlineFailure message={readErrorField(error, 'Failed to load default columns.')} onRetry={refetch} />}
      {data && columns.length === 0 && <EmptyDataCopy keepsCells={data.keeps_cells} />}
      {columns.length > 0 && (
        <DataCopyTable view={{ taskId, columns, sort }} onSort={(column) => setSort(nextSort(sort, column))} />
      )}
      <SelectColumns
        opened={isSelecting}
        available={available}
        selected={columns}
        onSelect={setColumns}
        onClose={columnDialog.close}
      />
    </FullHeightScreen>
  )
}
