import { Button, SegmentedControl, Stack, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconHierarchy2, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { TaskType } from '#contract/task-type.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { LoadingSpinner } from '../../ui/loading-spinner.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { useFailureToast } from '../../ui/use-failure-toast.ts'
import { BulkControls } from './bulk-controls.tsx'
import { CsvJobList } from './csv-job-list.tsx'
import { DeleteTypeDialog } from './delete-type-dialog.tsx'
import { taskTypesQuery } from './queries.ts'
import { SortableTypes } from './sortable-types.tsx'
import type { TypeActions } from './task-type-actions.tsx'
import { TaskTypeCards } from './task-type-cards.tsx'
import { TaskTypeModal } from './task-type-modal.tsx'
import { TaskTypeTable } from './task-type-table.tsx'
import classes from './task-types.module.css'
import { useReorderTypes } from './use-reorder-types.ts'

const WIDE_SCREEN = '(min-width: 62em)'
const LIST = 'list'
const GRAPH = 'graph'
const VIEWS = [
  { value: LIST, label: 'List' },
  { value: GRAPH, label: 'Graph' },
]

// The graph brings a library along that the list does without.
const TypeGraph = lazy(async () => ({ default: (await import('./type-graph.tsx')).TypeGraph }))

/** The dialog that stands open; its type stays while the dialog fades out. */
interface OpenDialog {
  readonly kind: 'edit' | 'delete' | null
  readonly type: TaskType | null
}

/** All task types: their order, their limits, what they depend on. The chosen view stands in the address. */
export function TaskTypesPage() {
  const query = useQuery(taskTypesQuery())
  useFailureToast(query, 'Failed to fetch sync task types')
  const types = query.data ?? []
  const isEmpty = query.data?.length === 0
  const [search, setSearch] = useSearchParams()
  const isGraph = search.get('view') === GRAPH
  const [dialog, setDialog] = useState<OpenDialog>({ kind: null, type: null })
  const close = () => setDialog((open) => ({ ...open, kind: null }))
  const add = () => setDialog({ kind: 'edit', type: null })

  return (
    <Stack gap="md">
      <PageHeader
        title="Sync Task Types"
        actions={
          <>
            {!isEmpty && (
              <SegmentedControl
                aria-label="View"
                data={VIEWS}
                value={isGraph ? GRAPH : LIST}
                onChange={(view) => setSearch(view === GRAPH ? { view } : {}, { replace: true })}
              />
            )}
            <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={add}>
              Add Type
            </Button>
          </>
        }
      >
        <Text size="sm" c="dimmed">
          {isGraph
            ? 'What waits for what, with the state of each type'
            : 'In the order of the task list; drag to change it'}
        </Text>
      </PageHeader>
      {query.isPending && <LoadingSpinner label="Loading task types" />}
      {query.isLoadingError && <LoadFailure title="Failed to fetch sync task types" onRetry={query.refetch} />}
      {isEmpty && <NoTypes onAdd={add} />}
      {types.length > 0 && isGraph && (
        <Suspense fallback={<div className={classes.graphToCome} />}>
          <TypeGraph types={types} />
        </Suspense>
      )}
      {types.length > 0 && !isGraph && (
        <TypeList
          types={types}
          actions={{
            onEdit: (type) => setDialog({ kind: 'edit', type }),
            onDelete: (type) => setDialog({ kind: 'delete', type }),
          }}
        />
      )}
      {!query.isPending && (
        <div className={classes.tools}>
          <BulkControls />
          <CsvJobList />
        </div>
      )}
      <TaskTypeModal opened={dialog.kind === 'edit'} type={dialog.type} types={types} onClose={close} />
      <DeleteTypeDialog opened={dialog.kind === 'delete'} type={dialog.type} onClose={close} />
    </Stack>
  )
}

function TypeList({ types, actions }: { types: readonly TaskType[]; actions: TypeActions }) {
  const isWide = useMediaQuery(WIDE_SCREEN, true, { getInitialValueInEffect: false })
  const { shownTypes, saveOrder } = useReorderTypes(types)
  const List = isWide ? TaskTypeTable : TaskTypeCards
  return (
    <SortableTypes types={shownTypes} onReorder={saveOrder}>
      <List types={shownTypes} actions={actions} />
    </SortableTypes>
  )
}

function NoTypes({ onAdd }: { onAdd: () => void }) {
  return (
    <EmptyState
      title="No sync task types defined yet"
      hint="Types can be imported from a CSV file or created manually. Each groups tasks that share limits, retries and what they wait for."
      icon={<IconHierarchy2 size={22} aria-hidden />}
      action={
        <Button variant="light" onClick={onAdd}>
          Create the first type
        </Button>
      }
    />
  )
}
