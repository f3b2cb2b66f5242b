import { Button, Stack } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { lazy, Suspense, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { type CommandContext, useCommandContext } from '../../data/commands/command-context.ts'
import { groupByType } from '../../data/commands/task-groups.ts'
import { MOVE_KEY } from '../../data/task-actions.ts'
import type { TaskFilter } from '../../data/task-filter.ts'
import { useDrafts } from '../../data/use-drafts.ts'
import { useIsPending } from '../../lib/action.ts'
import { AreaLinks } from '../../shared/area-links.tsx'
import { LoadingSpinner } from '../../ui/loading-spinner.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { useHasInteracted } from '../../ui/use-has-interacted.ts'
import { useSelection } from './bulk/use-selection.ts'
import { createLabels } from './card/task-article.ts'
import { useDialog, useDialogInAddress } from './dialogs/use-dialog.ts'
import { isFiltering } from './filter/task-filter.ts'
import { TaskFilters } from './filter/task-filters.tsx'
import { useTaskFilter } from './filter/use-task-filter.ts'
import { ListButtons } from './list/list-buttons.tsx'
import { ListSummary } from './list/list-summary.tsx'
import { LookSwitch } from './list/look-switch.tsx'
import { StartNote, useAwaitsNote } from './list/start-note.tsx'
import classes from './list/task-list.module.css'
import { TaskList } from './list/task-list.tsx'
import { UpdatedAgo } from './list/updated-ago.tsx'
import { useListLook } from './list/use-list-look.ts'
import { useMarkedTask } from './list/use-marked-task.ts'
import { type TaskListData, useTaskList } from './list/use-task-list.ts'

/** Held tasks, loaded on demand so the list loads first. */
const HeldTasks = lazy(async () => ({ default: (await import('./held/held-tasks.tsx')).HeldTasks }))
const NoTasks = lazy(async () => ({ default: (await import('./list/no-tasks.tsx')).NoTasks }))
const ActOnFiltered = lazy(async () => ({ default: (await import('./list/act-on-filtered.tsx')).ActOnFiltered }))
const TaskRows = lazy(async () => ({ default: (await import('./rows/task-rows.tsx')).TaskRows }))
const Paging = lazy(async () => ({ default: (await import('./list/paging.tsx')).Paging }))
const TaskDrafts = lazy(async () => ({ default: (await import('./dialogs/task-drafts.tsx')).TaskDrafts }))
const ListDialogs = lazy(async () => ({ default: (await import('./dialogs/list-dialogs.tsx')).ListDialogs }))
const BulkBar = lazy(async () => ({ default: (await import('./bulk/bulk-bar.tsx')).BulkBar }))

/** The page of all tasks, grouped by type, or of the held tasks in a table. */
export function TasksPage() {
  const [search] = useSearchParams()
  if (search.get('held') !== 'true') return <ListOfTasks />
  return (
    <Suspense fallback={<LoadingSpinner />}>
      <HeldTasks />
    </Suspense>
  )
}

function ListOfTasks() {
  const { view, setFilter, setPage, replacePage } = useTaskFilter()
  const data = useTaskList(view, replacePage)
  const { total, progress, isAllRunning } = data
  const { look, setLook, isOffered } = useListLook(total)
  const groups = useMemo(() => groupByType(data.shown, progress), [data.shown, progress])
  const shown = useMemo(() => groups.flatMap((group) => group.shown), [groups])
  const buildLabel = useMemo(() => createLabels(shown), [shown])
  const { dialog, open, close } = useDialog()
  useDialogInAddress(open)
  const context = useCommandContext(open)
  const isMoving = useIsPending(MOVE_KEY)
  const { ids, selected, toggle, selectAll, deselect, clear } = useSelection(shown)
  const { markedId, mark } = useMarkedTask()
  const hasInteracted = useHasInteracted()
  const hasDrafts = useDrafts().some(({ key }) => key.startsWith('task:'))
  const about = data.onlySamples ? 'samples' : 'google'
  const isPending = useAwaitsNote(about) || data.isPending
  const List = look === 'rows' ? TaskRows : TaskList

  return (
    <Stack gap="sm" className={classes.page}>
      <TasksHeader context={context} data={data} filter={view.filter} onFilter={setFilter} onAdd={() => open('add')} />
      {hasDrafts && (
        <Suspense fallback={null}>
          <TaskDrafts open={open} />
        </Suspense>
      )}
      <TaskFilters filter={view.filter} types={data.types} onChange={setFilter}>
        <LookSwitch look={look} isOffered={isOffered} onChange={setLook} />
      </TaskFilters>
      {!isPending && !data.hasFailed && <StartNote key={about} about={about} />}
      {isPending ? (
        <LoadingSpinner />
      ) : shown.length === 0 ? (
        <Suspense fallback={<LoadingSpinner />}>
          <NoTasks isFiltered={total > 0} hasFailed={data.hasFailed} onAdd={() => open('add')} />
        </Suspense>
      ) : (
        <Suspense fallback={<LoadingSpinner />}>
          <List
            groups={groups}
            view={JSON.stringify(data.view)}
            labelOf={buildLabel}
            context={context}
            isFiltered={isFiltering(data.view.filter)}
            isListBusy={isAllRunning || isMoving}
            selectedIds={ids}
            markedId={markedId}
            onToggleSelected={toggle}
          />
        </Suspense>
      )}
      {data.totalPages > 1 && (
        <Suspense fallback={null}>
          <Paging page={view.page} totalPages={data.totalPages} onPage={setPage} />
        </Suspense>
      )}
      {selected.length > 0 ? (
        <Suspense>
          <BulkBar
            selected={selected}
            shownCount={shown.length}
            isPaged={data.totalPages > 1}
            isListRunning={isAllRunning}
            context={context}
            onSelectAll={selectAll}
            onDone={deselect}
            onClear={clear}
          />
        </Suspense>
      ) : (
        // Hide the buttons while loading. On narrow screens they are below the list, which would push them down.
        !isPending && (
          <ListButtons
            all={{ tasks: progress, isAllRunning, counts: { total, matching: data.matching } }}
            context={context}
          />
        )
      )}
      {(hasInteracted || dialog.isOpen) && (
        <Suspense fallback={null}>
          <ListDialogs {...{ dialog, total, progress, context }} onAdded={mark} onClose={close} />
        </Suspense>
      )}
    </Stack>
  )
}

interface HeaderProps {
  data: TaskListData
  context: CommandContext
  filter: TaskFilter
  onFilter: (change: Partial<TaskFilter>) => void
  onAdd: () => void
}

function TasksHeader({ data, filter, context, onFilter, onAdd }: HeaderProps) {
  return (
    <PageHeader
      title="Sync Tasks"
      beside={<AreaLinks area="tasks" />}
      actions={
        <>
          <UpdatedAgo updatedAt={data.updatedAt} />
          <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={onAdd}>
            Add Task
          </Button>
        </>
      }
    >
      {!data.hasFailed && (
        <ListSummary
          total={data.total}
          filtered={data.matching}
          progress={data.progress}
          filter={filter}
          onChange={onFilter}
        >
          {(filter.status ?? filter.freshness) && (
            <Suspense fallback={null}>
              <ActOnFiltered filter={filter} shown={data.shown} isListRunning={data.isAllRunning} context={context} />
            </Suspense>
          )}
        </ListSummary>
      )}
    </PageHeader>
  )
}
