import { Stack, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#contract/api.ts'
import { type TaskType, TaskTypeFields } from '#contract/task-type.ts'
import { taskTypesQuery } from '../../../data/task-types.ts'
import { useAction } from '../../../lib/action.ts'
import { call } from '../../../lib/call.ts'
import { readMessage } from '../../../lib/call-error.ts'
import { readNow } from '../../../lib/read-schedule.ts'
import { toast } from '../../../lib/toast.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { FormFooter } from '../../../ui/form-footer.tsx'

interface Props {
  opened: boolean
  onCreated: (type: TaskType) => void
  onClose: () => void
}

/** Adds a type with the defaults, on top of the form of a task. */
export function NewTypeDialog({ opened, onCreated, onClose }: Props) {
  return (
    <Dialog opened={opened} onClose={onClose} title="Add Sync Task Type" stackId="new-type">
      <NewType onCreated={onCreated} onClose={onClose} />
    </Dialog>
  )
}

function NewType({ onCreated, onClose }: Omit<Props, 'opened'>) {
  const queryClient = useQueryClient()
  const [name, setName] = useState('')
  const [problem, setProblem] = useState<string>()
  const { isPending, act } = useAction(['save-type', 'new'], async () => {
    const fields = TaskTypeFields.safeParse({ name: name.trim() })
    if (!fields.success) return setProblem(fields.error.issues[0]?.message)
    try {
      await call(api.taskTypes.create, { body: fields.data })
      await readNow(queryClient, api.taskTypes.list)
      toast.success('Task type created successfully')
      const types = queryClient.getQueryData(taskTypesQuery().queryKey) ?? []
      const created = types.find((type) => type.name === fields.data.name)
      if (created) onCreated(created)
      onClose()
    } catch (error) {
      setProblem(readMessage(error, 'An unexpected error occurred'))
    }
  })
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        // React sees this form inside the task's form, which must not receive its submit event.
        event.stopPropagation()
        act()
      }}
    >
      <Stack gap="sm">
        <TextInput
          label="Type Name"
          withAsterisk
          data-autofocus
          description="It gets the defaults, which you can change under Task Types."
          value={name}
          error={problem}
          onChange={({ currentTarget }) => {
            setName(currentTarget.value)
            setProblem(undefined)
          }}
        />
        <FormFooter submitLabel="Save" isSaving={isPending} onCancel={onClose} />
      </Stack>
    </form>
  )
}
