import { Button, Card, Group } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconPencil } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { Task } from '#contract/task.ts'
import { taskShape } from '#contract/task-fields.ts'
import { formatFieldValue } from '#domain/shape/field-text.ts'
import { isBusy } from '../../../data/task-status.ts'
import { taskStatusQuery } from '../../../data/tasks.ts'
import { fieldWords } from '../../../lib/field-words.ts'
import { formatCount } from '../../../lib/format.ts'
import { TaskFormDialog } from '../form/task-form-dialog.tsx'
import classes from './task-page.module.css'

type Field = keyof typeof taskShape

/** Shown in the title of the page, or as a card of their own. */
const SHOWN_ELSEWHERE: readonly string[] = ['name', 'has_own_name', 'is_active', 'notes'] satisfies Field[]

/** Where the form and the card name a field otherwise than its declaration does. */
const LABELS: Partial<Record<Field, string>> = {
  sync_task_type_id: 'Task type',
  max_concurrent_tasks: 'Max concurrent',
  holds_edits: 'Hold on target edits',
  beside: 'Beside the copied columns',
  schedule_days: 'Days',
  every_minutes: 'Every … minutes',
  every_minutes_between: 'Within the hours',
  expect_filled: 'Always filled',
  expect_unique: 'Unique together',
  after_source: 'When its source was copied',
  on_edit: 'Runs when the source is edited',
  on_edit_pause_minutes: 'Minutes without edits',
  on_edit_at_most_every_minutes: 'Minutes between such runs',
  targets_from: 'Targets from a sheet',
  unmatched: 'Rows without a target',
}

/** The meaning of an empty field. */
const WHEN_EMPTY: Partial<Record<Field, string>> = {
  source_sheet_name: 'First sheet',
  target_sheet_name: 'First sheet',
  scheduled_times: 'No schedule',
  schedule_days: 'Every day',
  max_concurrent_tasks: 'Same as type',
  every_minutes: 'Same as type',
  every_minutes_between: 'Same as type',
  after_source: 'Same as type',
  on_edit: 'Same as type',
  on_edit_pause_minutes: 'Same as type',
  on_edit_at_most_every_minutes: 'Same as type',
}

/** Every setting of a task, with the form that changes them. */
export function TaskSettings({ task }: { task: Task }) {
  const [isEditing, { open, close }] = useDisclosure()
  const isListRunning = useQuery(taskStatusQuery()).data?.all_running ?? false
  return (
    <Card padding="md">
      <dl className={classes.settings}>
        {Object.keys(taskShape)
          .filter((name) => !SHOWN_ELSEWHERE.includes(name))
          .map((name) => (
            <Setting key={name} label={LABELS[name as Field] ?? fieldWords(name)} value={textOf(task, name as Field)} />
          ))}
        <Setting label="Owner" value={task.owner ?? '-'} />
      </dl>
      <Group mt="md">
        <Button
          variant="default"
          leftSection={<IconPencil size={16} aria-hidden />}
          disabled={isBusy(task, isListRunning)}
          onClick={open}
        >
          Change settings
        </Button>
      </Group>
      <TaskFormDialog opened={isEditing} task={task} onClose={close} />
    </Card>
  )
}

function Setting({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  )
}

function textOf(task: Task, name: Field): string {
  if (name === 'sync_task_type_id') return task.task_type.name
  if (name === 'on_edit' && task.on_edit_problem !== null) return task.on_edit_problem
  const value = task[name]
  if (value === 0) return 'None'
  if (typeof value === 'number') return formatCount(value)
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  const text = formatFieldValue(value)
  return text || (WHEN_EMPTY[name] ?? '-')
}
