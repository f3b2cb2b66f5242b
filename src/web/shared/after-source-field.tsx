import { Checkbox, type CheckboxProps, NativeSelect, type NativeSelectProps } from '@mantine/core'
import type { StartFieldsProps } from './start-field.ts'

const OF_TYPE_HINT =
  'A task runs as soon as another task has copied to the tab it reads, so a whole chain is fresh at once. Tasks can override this.'

/** Field that makes a task, or each task of a type, run after the task that fills its source. */
export function AfterSourceField({ form, ofType, isOfTask }: StartFieldsProps) {
  if (!isOfTask) {
    return (
      <Checkbox
        label="Run each task when its source was copied"
        description={OF_TYPE_HINT}
        {...(form.getInputProps('after_source', { type: 'checkbox' }) as CheckboxProps)}
      />
    )
  }
  const asType = ofType && (ofType.after_source ? ': run this task' : ': do nothing')
  return (
    <NativeSelect
      label="When its source was copied"
      description="Once another task has copied to the source tab"
      data={[
        { value: '', label: `Same as type${asType ?? ''}` },
        { value: 'true', label: 'Run this task' },
        { value: 'false', label: 'Do nothing' },
      ]}
      {...(form.getInputProps('after_source') as NativeSelectProps)}
    />
  )
}
