import { Stack } from '@mantine/core'
import type { TaskType } from '#contract/task-type.ts'
import { ConflictAlert } from '../../shared/conflict-alert.tsx'
import { type FormEvents, FormModal } from '../../shared/form-modal.tsx'
import { FormFooter } from '../../ui/form-footer.tsx'
import { RestoredNotice } from '../../ui/restored-notice.tsx'
import { TaskTypeFormFields } from './task-type-form-fields.tsx'
import { typeDraftKey, useTaskTypeForm } from './use-task-type-form.ts'

interface EditedType {
  /** The type to edit; null for a new type. */
  type: TaskType | null
  types: readonly TaskType[]
}

interface Props extends EditedType {
  opened: boolean
  onClose: () => void
}

/** Dialog to add or edit a type. */
export function TaskTypeModal({ opened, onClose, ...edited }: Props) {
  const title = edited.type ? 'Edit Sync Task Type' : 'Add Sync Task Type'
  return (
    <FormModal
      opened={opened}
      onClose={onClose}
      title={title}
      draft={{
        key: typeDraftKey(edited.type),
        label: edited.type ? `task type ${edited.type.name}` : 'a new task type',
      }}
    >
      {(events) => <TypeForm {...edited} {...events} />}
    </FormModal>
  )
}

function TypeForm({ type, types, onEdit, onSaved, onCancel, onDiscard }: EditedType & FormEvents) {
  const result = useTaskTypeForm({ type, types, onEdit, onSaved })
  const { form, isRestored, error, conflict, onResolve, onSubmit, isSaving } = result
  const hasErrors = Object.keys(form.errors).length > 0
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack gap="sm">
        {isRestored && form.isDirty() && <RestoredNotice onDiscard={onDiscard} />}
        <TaskTypeFormFields form={form} others={types.filter(({ id }) => id !== type?.id)} />
        <FormFooter
          submitLabel="Save"
          isSaving={isSaving}
          isBlocked={hasErrors}
          problem={
            conflict ? (
              <ConflictAlert
                message={conflict}
                isBusy={isSaving}
                onKeepMine={() => onResolve('mine')}
                onTakeTheirs={() => onResolve('theirs')}
              />
            ) : (
              error
            )
          }
          onCancel={onCancel}
        />
      </Stack>
    </form>
  )
}
