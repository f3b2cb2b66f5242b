import type { QueryClient } from '@tanstack/react-query'
import { api } from '#contract/api.ts'
import type { FieldProblems } from '#contract/errors.ts'
import { fieldsOf } from '#domain/tasks/task-problems.ts'
import { reloadTasks } from '../../../data/task-cache.ts'
import { call } from '../../../lib/call.ts'
import { CallError, messageOf } from '../../../lib/call-error.ts'
import { toast, toastFailure } from '../../../lib/toast.tsx'
import { conflictIn } from './conflict-in.ts'
import { bodyForCreate, bodyForUpdate, problemsByField, type TaskFormValues } from './task-form.ts'

/** Warnings name other tasks and take longer to read. */
const WARNING_TOAST_MS = 16_000

/** Why a form could not be saved. */
export interface SaveProblem {
  message: string
  fields: FieldProblems
}

/** Creates a task, or updates the one with `id`. Resolves to undefined once saved, otherwise to the problem. */
export async function saveTask(
  queryClient: QueryClient,
  { id, values }: { id: number | undefined; values: TaskFormValues },
): Promise<SaveProblem | undefined> {
  try {
    const { warnings } =
      id === undefined
        ? await call(api.tasks.create, { body: bodyForCreate(values) })
        : await call(api.tasks.update, { params: { id }, body: bodyForUpdate(values, id) })
    for (const warning of warnings) toast.warning(warning, { timeoutMs: WARNING_TOAST_MS })
  } catch (error) {
    const problem = problemIn(error, id === undefined ? 'Failed to add sync task' : 'Failed to update sync task')
    toastFailure(error, { message: problem.message })
    return problem
  }
  toast.success(id === undefined ? 'Sync task added' : 'Sync task updated')
  void reloadTasks(queryClient)
  return undefined
}

function problemIn(error: unknown, fallback: string): SaveProblem {
  const message = messageOf(error, fallback)
  const conflict = conflictIn(message)
  if (conflict) return { message: conflict.message, fields: fieldsOf(conflict) ?? {} }
  return { message, fields: problemsByField((error instanceof CallError && error.fields) || {}) }
}
