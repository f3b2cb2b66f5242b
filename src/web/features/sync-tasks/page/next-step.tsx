import { ActionIcon } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import type { Task } from '#contract/task.ts'
import { taskName } from '#domain/tasks/task-name.ts'
import { type CommandContext, useCommandContext } from '../../../data/commands/command-context.ts'
import { type UsableCommand, useTaskCommand } from '../../../data/commands/use-task-command.ts'
import { isStoppable } from '../../../data/task-status.ts'
import { taskStatusQuery } from '../../../data/tasks.ts'
import { paths } from '../../../lib/paths.ts'
import { ActionButton } from '../../../ui/action-button.tsx'
import { TaskDialogs } from '../dialogs/task-dialogs.tsx'
import { useDialog } from '../dialogs/use-dialog.ts'
import classes from './task-page.module.css'

const TaskMenu = lazy(async () => ({ default: (await import('../menu/task-menu.tsx')).TaskMenu }))

/**
 * Shows the main action for the task's current state, beside a preview and a menu of all commands. While a hold waits for a
 * decision, shows only the menu.
 */
export function NextStep({ task }: { task: Task }) {
  const navigate = useNavigate()
  const { dialog, open, close } = useDialog()
  const context = useCommandContext(open)
  const isListBusy = useQuery(taskStatusQuery()).data?.all_running ?? false
  return (
    <div className={classes.steps}>
      {task.hold?.accepted_by !== null && <MainSteps {...{ task, context, isListBusy }} />}
      <MenuButton {...{ task, context, isListBusy }} />
      <TaskDialogs {...{ dialog, context }} onDeleted={() => void navigate(paths.tasks)} onClose={close} />
    </div>
  )
}

interface StepsProps {
  task: Task
  context: CommandContext
  isListBusy: boolean
}

/** Preview button and main button. The main button stays mounted while its action changes, so it keeps the focus. */
function MainSteps({ task, context, isListBusy }: StepsProps) {
  const command = useTaskCommand(task, { context, isListBusy })
  const run = command('run')
  const canStop = isStoppable(task)
  // A second press on 'Stop' must not start the task again.
  const isRunBlocked = run.isBlocked || task.task_status === 'Stopping'
  const main = canStop
    ? command('stop')
    : task.is_active
      ? { ...run, label: 'Run now', isBlocked: isRunBlocked, isMain: true }
      : { ...command('activate'), isMain: true }
  return (
    <>
      {context.preview && !canStop && <StepButton {...command('preview')} />}
      <StepButton {...main} />
    </>
  )
}

function MenuButton({ task, context, isListBusy }: StepsProps) {
  const [button, setButton] = useState<HTMLElement>()
  return (
    <>
      <ActionIcon
        variant="default"
        size={36}
        aria-label={`More actions for ${taskName(task)}`}
        title="More actions"
        aria-haspopup="menu"
        onClick={({ currentTarget }) => setButton(currentTarget)}
      >
        <IconDots size={16} aria-hidden />
      </ActionIcon>
      {button && (
        <Suspense fallback={null}>
          <TaskMenu
            {...{ task, context, isListBusy, button }}
            without={['open']}
            onClose={() => setButton(undefined)}
          />
        </Suspense>
      )}
    </>
  )
}

function StepButton({ label, Icon, isMain = false, ...button }: UsableCommand & { isMain?: boolean }) {
  const { isPending, isBlocked, onPress } = button
  return (
    <ActionButton
      variant={isMain ? 'filled' : 'default'}
      leftSection={<Icon size={16} aria-hidden />}
      {...{ isPending, isBlocked, onPress }}
    >
      {label}
    </ActionButton>
  )
}
