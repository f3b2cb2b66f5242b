import { NativeSelect } from '@mantine/core'
import type { TaskType } from '#contract/task-type.ts'
import { useHasExtraCalls } from '../../../data/app-info.ts'
import type { TaskFormState } from './use-task-form.ts'

interface Props {
  form: TaskFormState
  types: readonly TaskType[]
}

/** Whether the task runs after the one that fills its source. */
export function AfterSourceField({ form, types }: Props) {
  const hasExtraCalls = useHasExtraCalls()
  const type = types.find(({ id }) => String(id) === form.values.sync_task_type_id)
  if (!hasExtraCalls) return null
  const ofType = type && (type.after_source ? ': run this task' : ': do nothing')
  return (
    <NativeSelect
      label="When its source was copied"
      description="Once another task has copied to the source tab"
      data={[
        { value: '', label: `Same as type${ofType ?? ''}` },
        { value: 'true', label: 'Run this task' },
        { value: 'false', label: 'Do nothing' },
      ]}
      {...form.getInputProps('after_source')}
    />
  )
}
