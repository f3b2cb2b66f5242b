import type { Task } from '#contract/task.ts'
import { usePendingActions } from '../../lib/action.ts'
import { type TaskAction, taskKey } from '../task-actions.ts'
import type { CommandContext } from './command-context.ts'
import { findCommand, type Icon, mayRun, type TaskCommandId } from './task-commands.ts'

export interface UsableCommand {
  label: string
  cardLabel: string
  Icon: Icon
  isDangerous: boolean | undefined
  isBlocked: boolean
  isPending: boolean
  onPress: () => void
}

export type UseCommand = (id: TaskCommandId) => UsableCommand

interface Options {
  context: CommandContext
  isListBusy: boolean
}

/** The commands of a task, for buttons. One subscription serves all buttons of a card. */
export function useTaskCommand(task: Task, { context, isListBusy }: Options): UseCommand {
  const pending = usePendingActions(taskKey(task.id))
  return (id) => {
    const command = findCommand(id)
    const isPending = (action: TaskAction | undefined) => action !== undefined && pending.includes(action)
    return {
      label: command.label,
      cardLabel: command.cardLabel ?? command.label,
      Icon: command.Icon,
      isDangerous: command.isDangerous,
      isBlocked: !mayRun(id, { task, isListBusy }) || isPending(command.lockedBy),
      isPending: isPending(command.action),
      onPress: () => 'run' in command && void command.run(task, context),
    }
  }
}
