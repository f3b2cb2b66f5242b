import {
  IconArrowRight,
  IconChevronDown,
  IconChevronsDown,
  IconChevronsUp,
  IconChevronUp,
  IconCopy,
  IconEye,
  IconFileText,
  IconPencil,
  IconPlayerPlay,
  IconPlayerStop,
  IconTable,
  IconToggleLeft,
  IconTrash,
} from '@tabler/icons-react'
import type { Task } from '#contract/task.ts'
import type { RepositionAction } from '#contract/task-routes.ts'
import { paths } from '../../lib/paths.ts'
import type { TaskAction } from '../task-actions.ts'
import { isBusy, isStoppable } from '../task-status.ts'
import type { CommandContext, TaskDialogKind } from './command-context.ts'

export type Icon = typeof IconEye

/** Subjects of a command: a task, the selected tasks, or the tasks of a type. */
type Scope = 'task' | 'selection' | 'group'

interface DeclaredCommand {
  /** Label in menus, in the palette and over the list. */
  label: string
  /** Label on a card, from the specification. */
  cardLabel?: string
  Icon: Icon
  scope: readonly Scope[]
  /** Place on a card. With `none`, the command is only in menus and the palette. */
  card: 'position' | 'switch' | 'icon' | 'button' | 'none'
  isDangerous?: boolean
  /** Blocked during a run of the task or of the whole list. */
  needsIdle?: boolean
  /** Name of the call, which shows whether the command is in progress. */
  action?: TaskAction
  /** Another call that blocks the command while in progress. */
  lockedBy?: TaskAction
  /** Whether a task in this state has the command at all. */
  isOffered?: (task: Task, context: Pick<CommandContext, 'preview'>) => boolean
  /** Further conditions, besides `needsIdle`. */
  mayRun?: (task: Task) => boolean
}

/** A command opens a screen or acts. */
type Effect = { path: (taskId: number) => string } | { run: (task: Task, context: CommandContext) => unknown }

export type TaskCommand = DeclaredCommand & Effect

/** All commands of a task, in the order of menus. Cards, menus, palette and selection are built from this list. */
export const TASK_COMMANDS = {
  open: { label: 'Open page', Icon: IconArrowRight, scope: ['task'], card: 'none', path: paths.task },
  logs: { label: 'View Logs', Icon: IconFileText, scope: ['task'], card: 'icon', path: paths.taskLogs },
  dataCopy: { label: 'View Data Copy', Icon: IconTable, scope: ['task'], card: 'icon', path: paths.dataCopy },
  preview: {
    label: 'Preview',
    Icon: IconEye,
    scope: ['task', 'selection', 'group'],
    card: 'icon',
    action: 'preview',
    isOffered: (_, { preview }) => preview !== undefined,
    run: ({ id }, { preview }) => preview?.({ task_ids: [id] }),
  },
  run: {
    label: 'Run',
    cardLabel: 'Run Task',
    Icon: IconPlayerPlay,
    scope: ['task', 'selection', 'group'],
    card: 'button',
    needsIdle: true,
    action: 'run',
    isOffered: ({ is_active }) => is_active,
    run: ({ id }, { taskActions }) => taskActions.run(id),
  },
  stop: {
    label: 'Stop',
    cardLabel: 'Stop Task',
    Icon: IconPlayerStop,
    scope: ['task', 'selection', 'group'],
    card: 'button',
    action: 'stop',
    isOffered: isStoppable,
    run: ({ id }, { taskActions }) => taskActions.stop(id),
  },
  edit: { label: 'Edit', Icon: IconPencil, scope: ['task'], card: 'icon', needsIdle: true, run: openDialog('edit') },
  duplicate: { label: 'Duplicate', Icon: IconCopy, scope: ['task'], card: 'icon', run: openDialog('duplicate') },
  activate: {
    label: 'Activate',
    Icon: IconToggleLeft,
    scope: ['task', 'selection'],
    card: 'switch',
    action: 'set-active',
    lockedBy: 'toggle-lock',
    isOffered: ({ is_active }) => !is_active,
    run: ({ id }, { taskActions }) => taskActions.setActive(id, true),
  },
  deactivate: {
    label: 'Deactivate',
    Icon: IconToggleLeft,
    scope: ['task', 'selection'],
    card: 'switch',
    action: 'set-active',
    lockedBy: 'toggle-lock',
    isOffered: ({ is_active }) => is_active,
    run: ({ id }, { taskActions }) => taskActions.setActive(id, false),
  },
  front: move('front', { label: 'Push to top', Icon: IconChevronsUp, can: 'can_push_to_front' }),
  up: move('up', { label: 'Move up', Icon: IconChevronUp, can: 'can_move_up' }),
  down: move('down', { label: 'Move down', Icon: IconChevronDown, can: 'can_move_down' }),
  back: move('back', { label: 'Push to bottom', Icon: IconChevronsDown, can: 'can_push_to_back' }),
  delete: {
    label: 'Delete',
    Icon: IconTrash,
    scope: ['task', 'selection'],
    card: 'icon',
    isDangerous: true,
    needsIdle: true,
    run: openDialog('delete'),
  },
} as const satisfies Record<string, TaskCommand>

export type TaskCommandId = keyof typeof TASK_COMMANDS

type InScope<S extends Scope> = {
  [Id in TaskCommandId]: S extends (typeof TASK_COMMANDS)[Id]['scope'][number] ? Id : never
}[TaskCommandId]

/** Commands for the selected tasks. They must also define how they act on several tasks, like commands for a type. */
export type SelectionCommandId = InScope<'selection'>
export type GroupCommandId = InScope<'group'>

export const TASK_COMMAND_IDS = Object.keys(TASK_COMMANDS) as readonly TaskCommandId[]

export function findCommand(id: TaskCommandId): TaskCommand {
  return TASK_COMMANDS[id]
}

interface Situation {
  task: Task
  /** Whether all tasks are running, or a task is being moved. */
  isListBusy: boolean
}

type Previews = Pick<CommandContext, 'preview'>

/** Whether a command can start now. */
export function mayRun(id: TaskCommandId, { task, isListBusy }: Situation): boolean {
  const command = findCommand(id)
  if (command.needsIdle && isBusy(task, isListBusy)) return false
  return command.mayRun?.(task) ?? true
}

/** Whether a task in its current state has the command. */
export function isOffered(id: TaskCommandId, { task, preview }: Previews & Pick<Situation, 'task'>): boolean {
  return findCommand(id).isOffered?.(task, { preview }) ?? true
}

/** Whether a command is offered and can start now, for places that hide blocked commands. */
export function isUsable(id: TaskCommandId, situation: Situation & Previews): boolean {
  return isOffered(id, situation) && mayRun(id, situation)
}

function openDialog(kind: TaskDialogKind) {
  return (task: Task, context: CommandContext) => context.openDialog(kind, { task })
}

interface Move extends Pick<TaskCommand, 'label' | 'Icon'> {
  can: 'can_push_to_front' | 'can_move_up' | 'can_move_down' | 'can_push_to_back'
}

function move<Action extends RepositionAction>(action: Action, { label, Icon, can }: Move) {
  return {
    label,
    Icon,
    scope: ['task'],
    card: 'position',
    needsIdle: true,
    action: `move-${action}`,
    mayRun: ({ position_actions }: Task) => position_actions[can],
    run: async (task: Task, { taskActions }: CommandContext) =>
      (await import('./move-task.ts')).moveTask(task, { action, taskActions }),
  } as const
}
