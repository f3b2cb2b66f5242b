import { Button, Card, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconChevronRight, IconPencil } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Task } from '#contract/task.ts'
import { intervalLine } from '#domain/schedule/describe-interval.ts'
import { mayRun } from '../../../data/commands/task-commands.ts'
import { taskStatusQuery } from '../../../data/tasks.ts'
import { progressText } from '../card/progress-text.ts'
import { onEditLine } from '../edits/on-edit-line.ts'
import { describeAdditions } from '../form/additions.tsx'
import { taskFormValues } from '../form/task-form.ts'
import { TaskFormDialog } from '../form/task-form-dialog.tsx'
import classes from './task-page.module.css'

/** The settings of a task that differ from its type and from the defaults; each line opens its fields in the form. */
export function TaskSetup({ task }: { task: Task }) {
  const [isEditing, { open, close }] = useDisclosure()
  const [part, setPart] = useState<string>()
  const isListBusy = useQuery(taskStatusQuery()).data?.all_running ?? false
  const isBlocked = !mayRun('edit', { task, isListBusy })
  const edit = (label?: string) => {
    setPart(label)
    open()
  }
  return (
    <Card padding="md">
      <Stack component="ul" gap={0} p={0} m={0} style={{ listStyle: 'none' }} aria-label="Set-up">
        <li>
          <Line label="When" text={describeStarts(task)} isBlocked={isBlocked} onPress={() => edit()} />
        </li>
        {describeAdditions(taskFormValues(task), task.task_type).map(({ label, text }) => (
          <li key={label}>
            <Line label={label} text={text} isBlocked={isBlocked} onPress={() => edit(label)} />
          </li>
        ))}
      </Stack>
      {task.on_edit_problem !== null && (
        <Text size="sm" c="red" mt="sm">
          {task.on_edit_problem}
        </Text>
      )}
      <Text size="sm" c="dimmed" my="sm">
        {`Owner: ${task.owner ?? '-'}. Everything else is as in ${task.task_type.name}, or at its default.`}
      </Text>
      <Button
        variant="default"
        leftSection={<IconPencil size={16} aria-hidden />}
        disabled={isBlocked}
        onClick={() => edit()}
      >
        Edit settings
      </Button>
      <TaskFormDialog opened={isEditing} task={task} openPart={part} onClose={close} />
    </Card>
  )
}

interface LineProps {
  label: string
  text: string
  isBlocked: boolean
  onPress: () => void
}

function Line({ label, text, isBlocked, onPress }: LineProps) {
  return (
    <button type="button" className={classes.setting} disabled={isBlocked} onClick={onPress}>
      <Text span size="sm" c="dimmed" w={240}>
        {label}
      </Text>
      <span className={classes.settingText}>{text}</span>
      <IconChevronRight size={16} aria-hidden />
    </button>
  )
}

/** 'Daily at 04:00, 23:00 · Every 15 min' */
function describeStarts(task: Task): string {
  const schedule = progressText({ ...task, waiting_for: null, running_status: false })
  const interval = intervalLine(task)
  return [schedule, interval === schedule ? '' : interval, onEditLine(task)].filter((line) => line !== '').join(' · ')
}
