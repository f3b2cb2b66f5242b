import { Stack } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { api } from '#contract/api.ts'
import type { Task } from '#contract/task.ts'
import type { TaskType } from '#contract/task-type.ts'
import { describeInterval } from '#domain/schedule/describe-interval.ts'
import { taskName } from '#domain/tasks/task-name.ts'
import { showError } from '../../../data/task-actions.ts'
import { taskTypesQuery } from '../../../data/task-types.ts'
import { actOnce, useIsPending } from '../../../lib/action.ts'
import { call } from '../../../lib/call.ts'
import { rebaseForm } from '../../../lib/rebase-form.ts'
import { ConflictAlert } from '../../../shared/conflict-alert.tsx'
import { type FormEvents, FormModal } from '../../../shared/form-modal.tsx'
import { FormFooter } from '../../../ui/form-footer.tsx'
import { RestoredNotice } from '../../../ui/restored-notice.tsx'
import { useInvalidFocus } from '../../../ui/use-invalid-focus.ts'
import { isToldAtField, type SaveProblem, saveTask } from './save-task.ts'
import { type TaskFormValues, taskFormValues, validateTaskForm } from './task-form.ts'
import { findType, TaskFormFields } from './task-form-fields.tsx'
import { taskDraftKey, useTaskForm } from './use-task-form.ts'

const NextStart = lazy(async () => ({ default: (await import('../../../shared/next-start.tsx')).NextStart }))

interface Props {
  opened: boolean
  /** The task to edit; undefined for a new task. */
  task?: Task | undefined
  /** Task whose settings fill the form of a new task. */
  copyOf?: Task | undefined
  /** The label of the settings to open first. */
  openPart?: string | undefined
  /** Reports an added task, instead of a plain toast. */
  onAdded?: ((id: number | undefined) => void) | undefined
  onClose: () => void
}

/** Dialog to add or edit a task. */
export function TaskFormDialog({ opened, task, copyOf, openPart, onAdded, onClose }: Props) {
  return (
    <FormModal
      opened={opened}
      onClose={onClose}
      title={task ? 'Edit Sync Task' : 'Add Sync Task'}
      size="lg"
      draft={{ key: taskDraftKey(task), label: task ? `sync task ${taskName(task)}` : 'a new sync task' }}
    >
      {(events) => <TaskForm task={task} copyOf={copyOf} openPart={openPart} onAdded={onAdded} {...events} />}
    </FormModal>
  )
}

function TaskForm(props: Pick<Props, 'task' | 'copyOf' | 'openPart' | 'onAdded'> & FormEvents) {
  const { task: opened, copyOf, openPart, onAdded, onEdit, onSaved, onCancel, onDiscard } = props
  const queryClient = useQueryClient()
  const types = useQuery(taskTypesQuery()).data ?? []
  const [problem, setProblem] = useState<SaveProblem>()
  /** Task that the form started from. */
  const [task, setTask] = useState(opened)
  const { formRef, focusInvalid } = useInvalidFocus()
  const { form, isRestored } = useTaskForm({ task, copyOf, types }, onEdit)
  const savingKey = ['save-task', task?.id ?? 'new']
  const isSaving = useIsPending(savingKey)
  const problems = validateTaskForm(form.values)
  const isProblemShown = Object.keys(problems).some((field) => form.errors[field])

  async function save(values: TaskFormValues, base = task): Promise<void> {
    setProblem(undefined)
    const saveProblem = await saveTask(queryClient, { task: base, values, onAdded })
    if (!saveProblem) return onSaved()
    setProblem(saveProblem)
    form.setErrors(saveProblem.fields)
    focusInvalid()
  }

  const resolve = (keeps: 'mine' | 'theirs') =>
    actOnce(queryClient, savingKey, async () => {
      if (!task) return
      const stored = await readAgain(task)
      if (!stored) return
      const [before, after] = [taskFormValues(task), taskFormValues(stored)]
      const values = rebaseForm({ values: form.values, before, after, keeps })
      setTask(stored)
      setProblem(undefined)
      form.resetDirty(after)
      form.setValues(values)
      form.setErrors({})
      if (keeps === 'mine') await save(values, stored)
    })

  const submit = form.onSubmit((values) => void actOnce(queryClient, savingKey, () => save(values)), focusInvalid)

  return (
    <form ref={formRef} onSubmit={submit} noValidate>
      <Stack gap="sm">
        {isRestored && form.isDirty() && <RestoredNotice onDiscard={onDiscard} />}
        <TaskFormFields
          form={form}
          types={types}
          taskId={task?.id}
          openPart={openPart}
          firstSide={copyOf ? 'target' : 'source'}
        />
        <FormFooter
          submitLabel={task ? 'Save' : 'Add Task'}
          isSaving={isSaving}
          isBlocked={isProblemShown}
          onBlockedPress={submit}
          problem={
            problem?.isConflict ? (
              <ConflictAlert
                message={problem.message}
                isBusy={isSaving}
                onKeepMine={() => void resolve('mine')}
                onTakeTheirs={() => void resolve('theirs')}
              />
            ) : (
              problem && !isToldAtField(problem) && problem.message
            )
          }
          note={<FormStart values={form.values} types={types} />}
          onCancel={onCancel}
        />
      </Stack>
    </form>
  )
}

/** Shows the first run beside the buttons, so people notice that a new task already has times. */
function FormStart({ values, types }: { values: TaskFormValues; types: readonly TaskType[] }) {
  const { scheduled_times, schedule_days, paused_until, holidays } = values
  return (
    <Suspense>
      <NextStart
        times={scheduled_times}
        values={{ schedule_days, paused_until, holidays }}
        interval={intervalInForm(values, types)}
      />
    </Suspense>
  )
}

function intervalInForm(values: TaskFormValues, types: readonly TaskType[]): string | undefined {
  const type = findType(types, values)
  const everyMinutes = Number(values.every_minutes || type?.every_minutes)
  const between = values.every_minutes_between || type?.every_minutes_between || ''
  return everyMinutes > 0 ? describeInterval({ everyMinutes, between }) : undefined
}

async function readAgain({ id }: Task): Promise<Task | undefined> {
  try {
    return await call(api.tasks.get, { params: { id } })
  } catch (error) {
    showError(error, 'Failed to fetch sync task. Please try again later.')
    return undefined
  }
}
