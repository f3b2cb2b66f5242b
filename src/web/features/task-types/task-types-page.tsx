import { Button, Stack, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconHierarchy2, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { TaskType } from '#contract/task-type.ts'
import { formatCount } from '../../lib/format.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadingSpinner } from '../../ui/loading-spinner.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { useFailureToast } from '../../ui/use-failure-toast.ts'
import { BulkControls } from './bulk-controls.tsx'
import { CsvJobList } from './csv-job-list.tsx'
import { DeleteTypeDialog } from './delete-type-dialog.tsx'
import { taskTypesQuery } from './queries.ts'
import { SortableTypes } from './sortable-types.tsx'
import { TaskTypeCards } from './task-type-cards.tsx'
import { TaskTypeModal } from './task-type-modal.tsx'
import { TaskTypeTable } from './task-type-table.tsx'
import classes from './task-types.module.css'
import { useReorderTypes } from './use-reorder-types.ts'

const WIDE_SCREEN = '(min-width: 62em)'

/** The dialog that stands open; its type stays while the dialog fades out. */
interface OpenDialog {
  readonly kind: 'edit' | 'delete' | null
  readonly type: TaskType | null
}

/** All task types: their order, their limits, what they depend on. */
export function TaskTypesPage() {
  const { data: types, error, isPending } = useQuery(taskTypesQuery())
  useFailureToast(error, 'Failed to fetch sync task types')
  const [dialog, setDialog] = useState<OpenDialog>({ kind: null, type: null })
  const close = () => setDialog((open) => ({ ...open, kind: null }))
  const add = () => setDialog({ kind: 'edit', type: null })

  return (
    <Stack gap="md">
      <PageHeader
        title="Sync Task Types"
        actions={
          <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={add}>
            Add Type
          </Button>
        }
      >
        <Text size="sm" c="dimmed">
          {types
            ? `${formatCount(types.length)} types, in the order of the task list`
            : 'Groups of tasks and their rules'}
        </Text>
      </PageHeader>
      {isPending ? (
        <LoadingSpinner label="Loading task types" />
      ) : (
        <TypeList
          types={types ?? []}
          onAdd={add}
          onEdit={(type) => setDialog({ kind: 'edit', type })}
          onDelete={(type) => setDialog({ kind: 'delete', type })}
        />
      )}
      <div className={classes.tools}>
        <BulkControls />
        <CsvJobList />
      </div>
      <TaskTypeModal opened={dialog.kind === 'edit'} type={dialog.type} types={types ?? []} onClose={close} />
      <DeleteTypeDialog opened={dialog.kind === 'delete'} type={dialog.type} onClose={close} />
    </Stack>
  )
}

interface ListProps {
  types: readonly TaskType[]
  onAdd: () => void
  onEdit: (type: TaskType) => void
  onDelete: (type: TaskType) => void
}

function TypeList({ types, onAdd, onEdit, onDelete }: ListProps) {
  const isWide = useMediaQuery(WIDE_SCREEN, true, { getInitialValueInEffect: false })
  const { shownTypes, saveOrder } = useReorderTypes(types)
  if (types.length === 0) {
    return (
      <EmptyState
        title="No sync task types defined yet"
        hint="Types can be imported from a CSV file below or created manually. Each groups tasks that share limits, retries and what they wait for."
        icon={<IconHierarchy2 size={22} aria-hidden />}
        action={
          <Button variant="light" onClick={onAdd}>
            Add Type
          </Button>
        }
      />
    )
  }
  const List = isWide ? TaskTypeTable : TaskTypeCards
  return (
    <SortableTypes types={shownTypes} onReorder={saveOrder}>
      <List types={shownTypes} actions={{ onEdit, onDelete }} />
    </SortableTypes>
  )
}
