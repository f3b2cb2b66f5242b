import { SimpleGrid } from '@mantine/core'
import type { TaskType } from '#contract/task-type.ts'
import { Additions } from './additions.tsx'
import { NameField } from './name-field.tsx'
import { Outcome } from './outcome.tsx'
import { SheetFields } from './sheet-fields.tsx'
import type { TaskFormValues } from './task-form.ts'
import { TypeField } from './type-field.tsx'
import type { TaskFormState } from './use-task-form.ts'
import { WhenFields } from './when-fields.tsx'

interface Props {
  form: TaskFormState
  types: readonly TaskType[]
  /** Undefined for a new task. */
  taskId: number | undefined
  /** The label of the settings to open first. */
  openPart?: string | undefined
  /** The side with the focus at first. */
  firstSide: 'source' | 'target'
}

/** The fields of the task form: three questions, the fields that depend on the answers, and rare settings. */
export function TaskFormFields({ form, types, taskId, openPart, firstSide }: Props) {
  const type = findType(types, form.values)
  return (
    <>
      <SheetFields form={form} side="source" isFirst={firstSide === 'source'} />
      <SheetFields form={form} side="target" isFirst={firstSide === 'target'} />
      <WhenFields form={form} type={type} />
      <Outcome form={form} />
      <Additions form={form} type={type} taskId={taskId} openPart={openPart} />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <TypeField form={form} types={types} />
        <NameField form={form} taskId={taskId} />
      </SimpleGrid>
    </>
  )
}

export function findType(types: readonly TaskType[], values: TaskFormValues): TaskType | undefined {
  return types.find(({ id }) => String(id) === values.sync_task_type_id)
}
