import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Task } from '#contract/task.ts'
import { useHasExtraCalls } from '../app-info.ts'
import { createTaskActions, type TaskActions } from '../task-actions.ts'
import { createListActions, type ListActions } from './list-actions.ts'
import type { TaskGroup } from './task-groups.ts'
import { type StartPreview, usePreview } from './use-preview.ts'

/** Dialogs about a single task. */
export type TaskDialogKind = 'duplicate' | 'edit' | 'delete'

export type DialogKind = TaskDialogKind | 'add' | 'run-group' | 'reset-status' | 'delete-all' | 'stop-all'

/** The subject of a dialog. */
export interface DialogSubject {
  task?: Task
  group?: TaskGroup
}

export type OpenDialog = (kind: DialogKind, subject?: DialogSubject) => void

/** Everything commands need to run: calls, previews and the dialogs of the screen. */
export interface CommandContext {
  taskActions: TaskActions
  listActions: ListActions
  /** Undefined on a server without previews. */
  preview: StartPreview | undefined
  openDialog: OpenDialog
  hasExtraCalls: boolean
}

/** Returns a stable object. A new object would re-render all cards with each render of the list. */
export function useCommandContext(openDialog: OpenDialog): CommandContext {
  const queryClient = useQueryClient()
  const hasExtraCalls = useHasExtraCalls()
  const preview = usePreview()
  return useMemo(
    () => ({
      taskActions: createTaskActions(queryClient),
      listActions: createListActions(queryClient),
      preview: hasExtraCalls ? preview : undefined,
      openDialog,
      hasExtraCalls,
    }),
    [queryClient, preview, openDialog, hasExtraCalls],
  )
}
