import { Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import type { ImportUndo, UndoneTask } from '#contract/activity.ts'
import { api } from '#contract/api.ts'
import { countOf } from '#domain/count-of.ts'
import { reloadTasks } from '../data/task-cache.ts'
import { call } from '../lib/call.ts'
import { messageOf } from '../lib/call-error.ts'
import { invalidate } from '../lib/route-query.ts'
import { RUN_TOAST_MS, toast, toastFailure } from '../lib/toast.tsx'
import { ActionButton } from './action-button.tsx'
import classes from './activity-list.module.css'
import { FieldChanges } from './field-changes.tsx'
import { PlanDialog } from './plan-dialog.tsx'

const WORDS: Record<UndoneTask['kind'], string> = {
  deleted: 'moves to the trash',
  put_back: 'is put back',
  kept: 'stays as it is',
}

/** Undoes an import, after showing what that does to each task. */
export function UndoImport({ activityId }: { activityId: number }) {
  const queryClient = useQueryClient()
  const [isOpen, dialog] = useDisclosure()
  const params = { id: activityId }
  const apply = async () => {
    try {
      toast.success(`Import undone: ${summaryOf(await call(api.activity.undo, { params }))}.`, {
        timeoutMs: RUN_TOAST_MS,
      })
    } catch (error) {
      toastFailure(error, { message: messageOf(error, 'Failed to undo the import') })
    }
    await Promise.all([reloadTasks(queryClient), invalidate(queryClient, api.activity.list, api.trash.list)])
  }
  return (
    <>
      <ActionButton size="compact-xs" variant="default" mt={4} onPress={dialog.open}>
        Undo import
      </ActionButton>
      <PlanDialog
        opened={isOpen}
        title="Undo import"
        confirmLabel="Undo import"
        readPlan={() => call(api.activity.planUndo, { params })}
        problemOf={(plan) => (plan.deleted + plan.put_back === 0 ? 'Nothing can be undone any more.' : null)}
        apply={apply}
        onClose={dialog.close}
      >
        {(plan) => <Plan plan={plan} />}
      </PlanDialog>
    </>
  )
}

function Plan({ plan }: { plan: ImportUndo }) {
  const listed = plan.tasks.length
  const others = plan.deleted + plan.put_back + plan.kept - listed
  return (
    <Stack gap="xs">
      <Text size="sm">This will be undone: {summaryOf(plan)}.</Text>
      {listed > 0 && (
        <ul className={classes.entries} aria-label="Tasks">
          {plan.tasks.map((task) => (
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
      {others > 0 && <Text size="sm">{`And ${countOf(others, 'other task')}.`}</Text>}
    </Stack>
  )
}

function summaryOf({ deleted, put_back, kept }: ImportUndo): string {
  const parts = [
    `${countOf(deleted, 'task')} moved to the trash`,
    `${put_back} put back`,
    ...(kept > 0 ? [`${kept} left as ${kept === 1 ? 'it is' : 'they are'}`] : []),
  ]
  return parts.join(', ')
}
