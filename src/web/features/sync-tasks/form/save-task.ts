import type { QueryClient } from '@tanstack/react-query'
import { api } from '#contract/api.ts'
import { type FieldProblems, statusOf as statuses } from '#contract/errors.ts'
import type { Task } from '#contract/task.ts'
import { computeVersion } from '#domain/tasks/field-version.ts'
import { buildFieldProblems, nameTaken } from '#domain/tasks/task-problems.ts'
import { taskSettings } from '#domain/tasks/task-settings.ts'
import { sentVersion } from '../../../data/app-info.ts'
import { fileAccessQuery } from '../../../data/spreadsheets.ts'
import { reloadTasks } from '../../../data/task-cache.ts'
import { call, send } from '../../../lib/call.ts'
import { CallError, readMessage, readStatus } from '../../../lib/call-error.ts'
import { toast, toastFailure } from '../../../lib/toast.tsx'
import { conflictIn } from './conflict-in.ts'
import {
  bodyForCreate,
  bodyForUpdate,
  NEW_TASK,
  nameOfNewTask,
  problemsByField,
  type TaskFormValues,
} from './task-form.ts'

/** Time to show warnings. They name other tasks, so they take longer to read. */
const WARNING_TOAST_MS = 16_000

const CHANGED_MEANWHILE = statuses.changed_meanwhile

/** Why a form could not be saved. */
export interface SaveProblem {
  message: string
  fields: FieldProblems
  /** Whether somebody else has changed the same fields since the form opened. */
  isConflict: boolean
}

/** Whether a field of the form shows the problem, so that no other place repeats it. */
export function isToldAtField({ fields }: SaveProblem): boolean {
  return Object.keys(fields).some((field) => field in NEW_TASK)
}

interface Saved {
  task: Task | undefined
  values: TaskFormValues
  /** Reports an added task; its ID is unknown on servers that do not send it. */
  onAdded?: ((id: number | undefined) => void) | undefined
}

/** Creates a task, or updates `task`. Resolves once the task is saved and in the lists, or to the problem if saving fails. */
export async function saveTask(
  queryClient: QueryClient,
  { task, values, onAdded }: Saved,
): Promise<SaveProblem | undefined> {
  let addedId: number | undefined
  try {
    const { id, warnings } = task
      ? { id: undefined, warnings: await updateTask(queryClient, { task, values }) }
      : await createTask(queryClient, values)
    addedId = id
    for (const warning of warnings) toast.warning(warning, { timeoutMs: WARNING_TOAST_MS })
  } catch (error) {
    const problem = problemIn(error, task ? 'Failed to update sync task' : 'Failed to add sync task')
    if (!problem.isConflict && !isToldAtField(problem)) toastFailure(error, { message: problem.message })
    return problem
  }
  if (task || !onAdded) toast.success(task ? 'Sync task updated' : 'Sync task added')
  // Wait for the tasks, so a reopened form starts with the saved values.
  await reloadTasks(queryClient)
  if (!task) onAdded?.(addedId)
  return undefined
}

/** Creates a task. Without a name, the task gets the title of its tab. If the title is taken, the server picks a name. */
async function createTask(queryClient: QueryClient, values: TaskFormValues) {
  const body = bodyForCreate(values)
  const create = (name: string) => call(api.tasks.create, { body: { ...body, name } })
  const { tabs = [] } = queryClient.getQueryData(sourceQuery(values).queryKey) ?? {}
  const name = values.source_sheet_name === '' ? nameOfNewTask(values, tabs) : undefined
  if (body.name !== '' || name === undefined) return await create(body.name ?? '')
  try {
    return await create(name)
  } catch (error) {
    if (problemIn(error, '').message !== nameTaken.message) throw error
    return await create('')
  }
}

/** Query for the source, with the same key as in the form. */
const sourceQuery = ({ source_ss_id: id, relevant_user_accounts }: TaskFormValues) =>
  fileAccessQuery({ id, role: 'viewer', relevant_user_accounts })

/** Updates a task and resolves to the warnings. The task keeps its name if the name derived from its sheets is taken. */
async function updateTask(
  queryClient: QueryClient,
  { task, values }: { task: Task; values: TaskFormValues },
): Promise<string[]> {
  const version = sentVersion(queryClient, computeVersion(taskSettings.fieldsIn(task)))
  const body = bodyForUpdate(values, task.id)
  const update = async (name = body.name) => {
    const saved = await send(api.tasks.update, { params: { id: task.id }, body: { ...body, name } }, { version })
    const keepsName = values.name === '' && body.name !== task.name && saved.name === task.name
    const keptName = `Another task of this type is named '${body.name}', so this one is still '${task.name}'.`
    return keepsName ? [...saved.warnings, keptName] : saved.warnings
  }
  try {
    return await update()
  } catch (error) {
    const isTaken = problemIn(error, '').message === nameTaken.message
    if (!isTaken || values.name !== '' || body.name === task.name) throw error
    return await update(task.name)
  }
}

function problemIn(error: unknown, fallback: string): SaveProblem {
  const message = readMessage(error, fallback)
  const conflict = conflictIn(message)
  const isConflict = readStatus(error) === CHANGED_MEANWHILE
  if (conflict) return { message: conflict.message, fields: buildFieldProblems(conflict) ?? {}, isConflict }
  return { message, isConflict, fields: problemsByField((error instanceof CallError && error.fields) || {}) }
}
