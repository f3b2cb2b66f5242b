import { Menu } from '@mantine/core'
import { Link } from 'react-router'
import type { Task } from '#contract/task.ts'
import { taskName } from '#domain/tasks/task-name.ts'
import type { CommandContext } from '../../../data/commands/command-context.ts'
import { findCommand, isOffered, TASK_COMMAND_IDS, type TaskCommandId } from '../../../data/commands/task-commands.ts'
import { useTaskCommand } from '../../../data/commands/use-task-command.ts'
import { CommandMenu } from './command-menu.tsx'

export interface OpenMenu {
  task: Task
  /** Button that gets the focus back. */
  button: HTMLElement
}

interface Props extends OpenMenu {
  context: CommandContext
  isListBusy: boolean
  /** Commands to leave out, because they have a button beside the menu. */
  without: readonly TaskCommandId[]
  onClose: () => void
}

/** The commands of a task, below the button that opened the menu. */
export function TaskMenu({ task, button, context, isListBusy, without, onClose }: Props) {
  const command = useTaskCommand(task, { context, isListBusy })
  const { preview } = context
  const ids = TASK_COMMAND_IDS.filter((id) => !without.includes(id) && isOffered(id, { task, preview }))
  return (
    <CommandMenu label={`Actions for ${taskName(task)}`} button={button} onClose={onClose}>
      {ids.map((id, index) => (
        <MenuCommand key={id} id={id} task={task} {...command(id)} isFirst={index === 0} />
      ))}
    </CommandMenu>
  )
}

interface CommandProps extends ReturnType<ReturnType<typeof useTaskCommand>> {
  id: TaskCommandId
  task: Task
  /** Whether the item gets the focus when the menu opens. */
  isFirst: boolean
}

function MenuCommand({ id, task, label, Icon, isDangerous, isBlocked, isPending, isFirst, onPress }: CommandProps) {
  const command = findCommand(id)
  const item = {
    leftSection: <Icon size={16} aria-hidden />,
    ...(isFirst && { 'data-autofocus': true }),
    ...(isDangerous && { 'data-danger': true }),
  }
  if ('path' in command)
    return (
      <Menu.Item component={Link} to={command.path(task.id)} {...item}>
        {label}
      </Menu.Item>
    )
  return (
    <Menu.Item disabled={isBlocked || isPending} onClick={onPress} {...item}>
      {label}
    </Menu.Item>
  )
}
