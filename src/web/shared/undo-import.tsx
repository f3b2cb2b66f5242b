import { Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import type { ImportUndo, UndoneTask } from '#contract/activity.ts'
import { api } from '#contract/api.ts'
import { pluralize } from '#domain/pluralize.ts'
import { reloadTasks } from '../data/task-cache.ts'
import { call } from '../lib/call.ts'
import { readMessage } from '../lib/call-error.ts'
import { readNow } from '../lib/read-schedule.ts'
import { RUN_TOAST_MS, toast, toastFailure } from '../lib/toast.tsx'
import { ActionButton } from '../ui/action-button.tsx'
import { PreviewDialog } from '../ui/preview-dialog.tsx'
import classes from './activity-list.module.css'
import { FieldChanges } from './field-changes.tsx'

const WORDS: Record<UndoneTask['kind'], string> = {
  deleted: 'moves to the trash',
  reverted: 'is reverted',
  kept: 'stays as it is',
}

/** Undoes an import, after a preview of the effect on each task. */
export function UndoImport({ activityId }: { activityId: number }) {
  const queryClient = useQueryClient()
  const [isOpen, dialog] = useDisclosure()
  const params = { id: activityId }
  const apply = async () => {
    try {
      toast.success(`Import undone: ${describeUndo(await call(api.activity.undo, { params }))}.`, {
        timeoutMs: RUN_TOAST_MS,
      })
    } catch (error) {
      toastFailure(error, { message: readMessage(error, 'Failed to undo the import') })
    }
    await Promise.all([reloadTasks(queryClient), readNow(queryClient, api.activity.list, api.trash.list)])
  }
  return (
    <>
      <ActionButton size="compact-xs" variant="default" mt={4} onPress={dialog.open}>
        Undo import
      </ActionButton>
      <PreviewDialog
        opened={isOpen}
        title="Undo import"
        confirmLabel="Undo import"
        readPreview={() => call(api.activity.previewUndo, { params })}
        problemOf={(preview) => (preview.deleted + preview.reverted === 0 ? 'Nothing can be undone any more.' : null)}
        apply={apply}
        onClose={dialog.close}
      >
        {(preview) => <Preview preview={preview} />}
      </PreviewDialog>
    </>
  )
}

function Preview({ preview }: { preview: ImportUndo }) {
  const listed = preview.tasks.length
  const others = preview.deleted + preview.reverted + preview.kept - listed
  return (
    <Stack gap="xs">
      <Text size="sm">This will be undone: {describeUndo(preview)}.</Text>
      {listed > 0 && (
        <ul className={classes.entries} aria-label="Tasks">
          {preview.tasks.map((task) => (
            <li key={task.task_id} className={classes.entry}>
              <span className={classes.what}>{task.name}</span> {WORDS[task.kind]}
              <FieldChanges changes={task.changes} />
              {task.problem !== null && (
                <Text size="xs" c="dimmed">
                  {task.problem}
                </Text>
              )}
            </li>
          ))}
        </ul>
      )}
      {others > 0 && <Text size="sm">{`And ${pluralize(others, 'other task')}.`}</Text>}
    </Stack>
  )
}

function describeUndo({ deleted, reverted, kept }: ImportUndo): string {
  const parts = [
    `${pluralize(deleted, 'task')} moved to the trash`,
    `${reverted} reverted`,
    ...(kept > 0 ? [`${kept} left as ${kept === 1 ? 'it is' : 'they are'}`] : []),
  ]
  return parts.join(', ')
}
