import { Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { api } from '#contract/api.ts'
import type { Hold } from '#contract/hold.ts'
import type { BESIDE, TaskChange } from '#contract/task-fields.ts'
import { remarkFacts } from '#domain/guards/remark-facts.ts'
import { usePreview } from '../data/commands/use-preview.ts'
import { showError, showOutcome } from '../data/task-actions.ts'
import { reloadTasks } from '../data/task-cache.ts'
import { type ActionKey, actOnce, useIsPending } from '../lib/action.ts'
import { call } from '../lib/call.ts'
import { readNow } from '../lib/read-schedule.ts'
import { ActionButton } from '../ui/action-button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'

interface Props {
  taskId: number
  /** Name of the task, if several tasks are listed. */
  name?: string
  rules: Hold['rules']
}

/** Buttons that decide how to treat remarks beside a task's rows from now on; nothing if no remarks hold the task. */
export function RemarkChoices({ rules, ...task }: Props) {
  const facts = remarkFacts(rules)
  const isObstructed = rules.some(({ cause }) => cause === 'rows_not_carried')
  if (!facts && !isObstructed) return null
  const { keyColumns = '', move = false } = facts ?? {}
  return (
    <>
      {move && <RunWith {...task} {...MOVE_ALONG} />}
      {keyColumns !== '' && <FindRowsByKey {...task} keyColumns={keyColumns} />}
      <RunWith {...task} {...LEAVE} />
    </>
  )
}

interface BesideChoice {
  beside: (typeof BESIDE)[number]
  label: string
  title: string
  text: string
}

const MOVE_ALONG: BesideChoice = {
  beside: 'carry',
  label: 'Move them along',
  title: 'Move remarks along with their rows',
  text: 'The task runs now. From now on whole rows of the tab move with the copied rows: remarks, notes, colors and references stay with them.',
}
const LEAVE: BesideChoice = {
  beside: 'leave',
  label: 'Leave them',
  title: 'Leave remarks in their place',
  text: 'The task runs now. From now on it leaves the cells beside the copied columns in their place, also when rows move.',
}

/** Button that changes the treatment of remarks and runs the task. */
function RunWith({ taskId, name, beside, label, title, text }: Omit<Props, 'rules'> & BesideChoice) {
  const queryClient = useQueryClient()
  const [isAsking, { open, close }] = useDisclosure(false)
  const key: ActionKey = ['treat-remarks', taskId, beside]
  const isPending = useIsPending(key)
  const choose = async () => {
    await actOnce(queryClient, key, async () => {
      if (!(await change(queryClient, { taskId, fields: { beside } }))) return
      try {
        const outcome = await call(api.tasks.execute, { params: { id: taskId }, body: { allow_shrink: false } })
        showOutcome(outcome, { done: 'Task started', failed: 'Failed to run the task' })
      } catch (error) {
        showError(error, 'Failed to run the task')
      }
      await readNow(queryClient, api.holds.list, api.tasks.get, api.runs.get)
    })
    close()
  }
  return (
    <>
      <ChoiceButton label={label} name={name} isPending={isPending} onPress={open} />
      <ConfirmDialog opened={isAsking} title={title} confirmLabel={label} onConfirm={choose} onClose={close}>
        <Text size="sm">{text}</Text>
      </ConfirmDialog>
    </>
  )
}

function FindRowsByKey({ taskId, name, keyColumns }: Omit<Props, 'rules'> & { keyColumns: string }) {
  const queryClient = useQueryClient()
  const preview = usePreview()
  const [isAsking, { open, close }] = useDisclosure(false)
  const key: ActionKey = ['find-rows-by-key', taskId]
  const isPending = useIsPending(key)
  const update = async () => {
    await actOnce(queryClient, key, async () => {
      if (await change(queryClient, { taskId, fields: { mode: 'update', key_columns: keyColumns, beside: 'ask' } }))
        await preview({ task_ids: [taskId] })
    })
    close()
  }
  return (
    <>
      <ChoiceButton label="Find rows by key" name={name} isPending={isPending} onPress={open} />
      <ConfirmDialog
        opened={isAsking}
        title="Find rows by key"
        confirmLabel="Find rows by key"
        onConfirm={update}
        onClose={close}
      >
        <Text size="sm">
          From now on the task finds each row of the target by {keyColumns}, and updates it wherever it is. New rows
          come below, and rows that the source no longer has stay. A preview shows what the next run would change.
        </Text>
      </ConfirmDialog>
    </>
  )
}

interface ChoiceProps {
  label: string
  name: string | undefined
  isPending: boolean
  onPress: () => void
}

function ChoiceButton({ label, name, ...pressed }: ChoiceProps) {
  return (
    <ActionButton
      variant="subtle"
      size="xs"
      {...(name !== undefined && { 'aria-label': `${label}: ${name}` })}
      {...pressed}
    >
      {label}
    </ActionButton>
  )
}

/** Changes a task; resolves to whether the change succeeded. */
async function change(
  queryClient: QueryClient,
  { taskId, fields }: { taskId: number; fields: TaskChange },
): Promise<boolean> {
  try {
    await call(api.tasks.update, { params: { id: taskId }, body: fields })
  } catch (error) {
    showError(error, 'Failed to update sync task')
    return false
  }
  await reloadTasks(queryClient)
  return true
}
