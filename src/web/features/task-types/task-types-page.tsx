import { Button, SegmentedControl, Stack, Text } from '@mantine/core'
import { IconHierarchy2, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useSearchParams } from 'react-router'
import type { TaskType } from '#contract/task-type.ts'
import { taskTypesQuery } from '../../data/task-types.ts'
import { useFailureToast } from '../../lib/toast.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { LoadingSpinner } from '../../ui/loading-spinner.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { SortableRows } from '../../ui/sortable-rows.tsx'
import { useIsWide } from '../../ui/use-is-wide.ts'
import { BulkControls } from './bulk-controls.tsx'
import { CsvJobList } from './csv-job-list.tsx'
import type { TypeActions } from './task-type-actions.tsx'
import { TaskTypeCards } from './task-type-cards.tsx'
import { TABLE_MIN_WIDTH_PX, TaskTypeTable } from './task-type-table.tsx'
import classes from './task-types.module.css'
import { useReorderTypes } from './use-reorder-types.ts'
import { useTypeDialogs } from './use-type-dialogs.tsx'

type View = 'list' | 'graph'

const VIEWS: { value: View; label: string }[] = [
  { value: 'list', label: 'List' },
  { value: 'graph', label: 'Graph' },
]

const DESCRIPTIONS: Record<View, string> = {
  list: 'Drag types to change their order in the task list',
  graph: 'Dependencies between types, with the current status of each',
}

// Loaded on demand, because only the graph needs its library.
const TypeGraph = lazy(async () => ({ default: (await import('./type-graph.tsx')).TypeGraph }))

/** All task types with their order, limits and dependencies. The URL holds the selected view. */
export function TaskTypesPage() {
  const query = useQuery(taskTypesQuery())
  useFailureToast(query, 'Failed to fetch sync task types')
  const dialogs = useTypeDialogs(query.data ?? [])
  const [search, setSearch] = useSearchParams()
  const view = parseView(search.get('view'))
  const isEmpty = query.data?.length === 0

  return (
    <Stack gap="md">
      <PageHeader
        title="Sync Task Types"
        actions={
          <>
            {!isEmpty && <ViewSwitch view={view} onChange={(next) => setSearch({ view: next }, { replace: true })} />}
            <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={dialogs.add}>
              Add Type
            </Button>
          </>
        }
      >
        <Text size="sm" c="dimmed">
          {DESCRIPTIONS[view]}
        </Text>
      </PageHeader>
      {query.data && dialogs.notices}
      {query.isPending && <LoadingSpinner label="Loading task types" />}
      {query.isLoadingError && <LoadFailure title="Failed to fetch sync task types" onRetry={query.refetch} />}
      {isEmpty && <NoTypes onAdd={dialogs.add} />}
      {/* The fallback has the graph's height: a late graph must not push the list down. */}
      <Suspense fallback={<div className={classes.graphFallback} />}>
        {query.data && !isEmpty && <Types view={view} types={query.data} actions={dialogs} />}
        {!query.isPending && (
          <div className={classes.tools}>
            <BulkControls />
            <CsvJobList />
          </div>
        )}
      </Suspense>
      {dialogs.dialogs}
    </Stack>
  )
}

function Types({ view, types, actions }: { view: View; types: readonly TaskType[]; actions: TypeActions }) {
  return view === 'list' ? <TypeList types={types} actions={actions} /> : <TypeGraph types={types} />
}

function TypeList({ types, actions }: { types: readonly TaskType[]; actions: TypeActions }) {
  const { ref, isWide } = useIsWide(TABLE_MIN_WIDTH_PX)
  const { shownTypes, saveOrder } = useReorderTypes(types)
  const List = isWide ? TaskTypeTable : TaskTypeCards
  return (
    <div ref={ref}>
      <SortableRows rows={shownTypes} onReorder={saveOrder}>
        <List types={shownTypes} actions={actions} />
      </SortableRows>
    </div>
  )
}

function NoTypes({ onAdd }: { onAdd: () => void }) {
  return (
    <EmptyState
      title="No sync task types defined yet"
      hint="Types can be imported from a CSV file or created manually. Tasks of a type share its limits, retries and dependency."
      icon={<IconHierarchy2 size={22} aria-hidden />}
      action={
        <Button variant="light" onClick={onAdd}>
          Create the first type
        </Button>
      }
    />
  )
}

function parseView(name: string | null): View {
  return name === 'graph' ? 'graph' : 'list'
}

function ViewSwitch({ view, onChange }: { view: View; onChange: (view: View) => void }) {
  return <SegmentedControl aria-label="View" data={VIEWS} value={view} onChange={onChange} />
}
