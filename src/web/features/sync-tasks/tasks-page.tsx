import { Button, Stack } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import type { Task } from '#contract/task.ts'
import { LoadingSpinner } from '../../ui/loading-spinner.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { taskTypesQuery } from '../task-types/queries.ts'
import { createListActions, type ListActions } from './list-actions.ts'
import { ListButtons } from './list-buttons.tsx'
import { toggleAllTarget } from './list-rules.ts'
import { ListSummary } from './list-summary.tsx'
import { NoTasks } from './no-tasks.tsx'
import { Paging } from './paging.tsx'
import { taskListQuery, taskStatusQuery } from './queries.ts'
import { refreshTasks } from './refresh-tasks.ts'
import { createTaskActions, type TaskActions } from './task-actions.ts'
import type { TaskCardHandlers } from './task-card-actions.tsx'
import { TaskDialogs } from './task-dialogs.tsx'
import { filterTasks } from './task-filter.ts'
import { TaskFilters } from './task-filters.tsx'
import { groupByType } from './task-groups.ts'
import classes from './task-list.module.css'
import { TaskList } from './task-list.tsx'
import { UpdatedAgo } from './updated-ago.tsx'
import { type DialogKind, useDialog } from './use-dialog.ts'
import { useFailureToast } from './use-failure-toast.ts'
import { useTaskFilter } from './use-task-filter.ts'

const NO_TASKS: readonly Task[] = []

/** All tasks, grouped by type: the screen that the app is opened for. */
export function TasksPage() {
  const queryClient = useQueryClient()
  const { filter, setFilter, page, setPage } = useTaskFilter()
  const list = useQuery({ ...taskListQuery(page), placeholderData: keepPreviousData })
  const status = useQuery(taskStatusQuery())
  const types = useQuery(taskTypesQuery())
  useFailureToast(list, list.data ? 'Failed to refresh tasks' : 'Failed to fetch sync tasks.')
  useFailureToast(status, 'Failed to fetch running status.')
  useFailureToast(types, 'Failed to fetch task types.')

  const tasks = list.data?.syncTasks ?? NO_TASKS
  const totalPages = list.data?.totalPages ?? 1
  useStepBack({ isEmpty: list.isSuccess && !list.isPlaceholderData && tasks.length === 0, page, setPage })

  const shown = useMemo(() => filterTasks(tasks, filter), [tasks, filter])
  const groups = useMemo(() => groupByType(shown), [shown])
  const progress = useMemo(() => Object.values(status.data?.all_running_status ?? {}), [status.data])
  const isAllRunning = status.data?.all_running ?? false

  const { dialog, open, close } = useDialog()
  const taskActions = useMemo(() => createTaskActions(queryClient), [queryClient])
  const listActions = useMemo(() => createListActions(queryClient), [queryClient])
  const { cardHandlers, isMoving } = useCardHandlers(taskActions, open)
  const groupHandlers = useGroupHandlers(listActions)

  return (
    <Stack gap="sm" className={classes.page}>
      <PageHeader
        title="Sync Tasks"
        actions={
          <>
            <UpdatedAgo
              updatedAt={Math.max(list.dataUpdatedAt, status.dataUpdatedAt)}
              isFetching={list.isFetching}
              onRefresh={() => refreshTasks(queryClient)}
            />
            <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => open('add')}>
              Add Task
            </Button>
          </>
        }
      >
        <ListSummary total={list.data?.total ?? 0} filtered={shown.length} tasks={tasks} />
      </PageHeader>
      <TaskFilters filter={filter} types={types.data ?? []} onChange={setFilter} />
      {list.isPending ? (
        <LoadingSpinner />
      ) : shown.length === 0 ? (
        <NoTasks isFiltered={tasks.length > 0} isUnread={list.isError && !list.data} onAdd={() => open('add')} />
      ) : (
        <TaskList
          groups={groups}
          cardHandlers={cardHandlers}
          groupHandlers={groupHandlers}
          isListBusy={isAllRunning || isMoving}
        />
      )}
      <Paging page={page} totalPages={totalPages} onPage={setPage} />
      <ListButtons
        state={{ tasks: progress, isAllRunning }}
        handlers={{
          onRunAll: () => void listActions.runAll(),
          onStopAll: () => open('stop-all'),
          onToggleAll: () => void listActions.setAllActive(toggleAllTarget(tasks)),
          onResetStatus: () => void listActions.resetStatus(),
          onDeleteAll: () => open('delete-all'),
        }}
      />
      <TaskDialogs
        dialog={dialog}
        total={list.data?.total ?? 0}
        progress={progress}
        taskActions={taskActions}
        listActions={listActions}
        onClose={close}
      />
    </Stack>
  )
}

/** A page that has become empty gives way to the one before it. */
function useStepBack({ isEmpty, page, setPage }: { isEmpty: boolean; page: number; setPage: (page: number) => void }) {
  useEffect(() => {
    if (isEmpty && page > 1) setPage(page - 1)
  }, [isEmpty, page, setPage])
}

/** The cards' handlers, kept the same for as long as the screen stands; only one task is moved at a time. */
function useCardHandlers(actions: TaskActions, open: (kind: DialogKind, task?: Task) => void) {
  const [isMoving, setIsMoving] = useState(false)
  const cardHandlers = useMemo(
    (): TaskCardHandlers => ({
      onRun: ({ id }) => void actions.run(id),
      onCopyAnyway: (task) => open('copy-anyway', task),
      onStop: ({ id }) => void actions.stop(id),
      onEdit: (task) => open('edit', task),
      onDelete: (task) => open('delete', task),
      onMove: ({ id }, action) => {
        setIsMoving(true)
        void actions.reposition(id, action).finally(() => setIsMoving(false))
      },
      onSetActive: ({ id }, isActive) => actions.setActive(id, isActive),
    }),
    [actions, open],
  )
  return { cardHandlers, isMoving }
}

function useGroupHandlers(actions: ListActions) {
  return useMemo(
    () => ({
      onRunGroup: (typeId: number) => void actions.runGroup(typeId),
      onStopGroup: (typeId: number) => void actions.stopGroup(typeId),
    }),
    [actions],
  )
}
