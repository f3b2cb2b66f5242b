import { useMemo } from 'react'
import type { Task } from '#contract/task.ts'
import type { TaskProgress } from '#contract/task-progress.ts'
import type { RepositionAction } from '#contract/task-routes.ts'
import { taskName } from '#domain/tasks/task-name.ts'
import { useHasExtraCalls } from '../../../data/app-info.ts'
import { MOVE_KEY, type TaskActions } from '../../../data/task-actions.ts'
import { useIsPending } from '../../../lib/action.ts'
import { offerUndo, RUN_TOAST_MS, toast } from '../../../lib/toast.tsx'
import { usePreview } from '../../../shared/use-preview.ts'
import type { TaskCardHandlers } from '../card/task-card-actions.tsx'
import type { OpenTaskDialog } from '../dialogs/use-dialog.ts'
import type { GroupHandlers } from './group-header.tsx'
import type { ListActions } from './list-actions.ts'
import type { ListHandlers } from './list-buttons.tsx'
import { countInProgress, type ListCounts, movesBack, toggleAllTarget } from './list-rules.ts'
import { hiddenRunsText } from './task-groups.ts'

/** The handlers of the cards; the object is stable. Only one task moves at a time. */
export function useCardHandlers(actions: TaskActions, open: OpenTaskDialog) {
  const isMoving = useIsPending(MOVE_KEY)
  const preview = useOptionalPreview()
  const cardHandlers = useMemo((): TaskCardHandlers => {
    const move = ({ id }: Task, moves: readonly RepositionAction[]) => actions.reposition(id, moves)
    return {
      onRun: ({ id }) => void actions.run(id),
      onPreview: preview && (({ id }) => void preview({ task_ids: [id] })),
      onStop: ({ id }) => void actions.stop(id),
      onEdit: (task) => open('edit', { task }),
      onDuplicate: (task) => open('duplicate', { task }),
      onDelete: (task) => open('delete', { task }),
      onMove: async (task, action) => {
        if (!(await move(task, [action]))) return
        const text = `Moved "${taskName(task)}" (${task.task_type.name})`
        const undo = movesBack(task.position_actions, action)
        if (undo.length > 0) offerUndo(text, { onUndo: () => void move(task, undo), timeoutMs: RUN_TOAST_MS })
        else toast.success(text, { timeoutMs: RUN_TOAST_MS })
      },
      onSetActive: ({ id }, isActive) => void actions.setActive(id, isActive),
    }
  }, [actions, open, preview])
  return { cardHandlers, isMoving }
}

/** The handlers of the group headers. Run Group asks first if it also runs tasks that a filter hides. */
export function useGroupHandlers(
  actions: ListActions,
  { isFiltered, open }: { isFiltered: boolean; open: OpenTaskDialog },
) {
  const preview = useOptionalPreview()
  return useMemo(
    (): GroupHandlers => ({
      onPreviewGroup: preview && ((typeId) => void preview({ sync_task_type_id: typeId })),
      onRunGroup: (group) =>
        isFiltered && hiddenRunsText(group) ? open('run-group', { group }) : void actions.runGroup(group.typeId),
      onStopGroup: (typeId) => void actions.stopGroup(typeId),
    }),
    [actions, isFiltered, open, preview],
  )
}

/** Undefined where the server has no previews. */
function useOptionalPreview() {
  const preview = usePreview()
  return useHasExtraCalls() ? preview : undefined
}

/** The handlers of the buttons for all tasks. Without a run in progress there is nothing to reset, and nothing to ask. */
export function listHandlers(
  actions: ListActions,
  { progress, counts, open }: { progress: readonly TaskProgress[]; counts: ListCounts; open: OpenTaskDialog },
): ListHandlers {
  return {
    onRunAll: () => void actions.runAll(),
    onStopAll: () => open('stop-all'),
    onToggleAll: () => void actions.setAllActive({ isActive: toggleAllTarget(progress), counts }),
    onResetStatus: () => (countInProgress(progress) > 0 ? open('reset-status') : void actions.resetStatus()),
    onDeleteAll: () => open('delete-all'),
  }
}
