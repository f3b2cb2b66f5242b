import type { TaskProgress } from '#contract/task-progress.ts'
import type { ActionKey } from '../../lib/action.ts'
import { previewKey } from '../preview-key.ts'
import type { CommandContext } from './command-context.ts'
import { groupKeys } from './list-actions.ts'
import type { GroupCommandId } from './task-commands.ts'
import { canRunGroup, canStopGroup, runsHidden, type TaskGroup } from './task-groups.ts'

interface GroupCommand {
  /** Hidden on a phone, to leave room for the name of the type. */
  isWideOnly?: boolean
  key: (typeId: number) => ActionKey
  isOffered?: (context: CommandContext) => boolean
  mayRun: (states: readonly TaskProgress[]) => boolean
  run: (group: TaskGroup, context: CommandContext & { isFiltered: boolean }) => unknown
}

/** The commands of a type, which act on all its tasks. */
export const GROUP_COMMANDS: Record<GroupCommandId, GroupCommand> = {
  preview: {
    isWideOnly: true,
    key: (typeId) => previewKey({ sync_task_type_id: typeId }),
    isOffered: ({ preview }) => preview !== undefined,
    mayRun: (states) => states.some(({ is_active }) => is_active),
    run: ({ typeId }, { preview }) => preview?.({ sync_task_type_id: typeId }),
  },
  run: {
    key: (typeId) => groupKeys(typeId).run,
    mayRun: canRunGroup,
    // Ask first if a filter hides tasks that would run too.
    run: (group, { isFiltered, openDialog, listActions }) =>
      isFiltered && runsHidden(group) ? openDialog('run-group', { group }) : listActions.runGroup(group.typeId),
  },
  stop: {
    key: (typeId) => groupKeys(typeId).stop,
    mayRun: canStopGroup,
    run: ({ typeId }, { listActions }) => listActions.stopGroup(typeId),
  },
}

export const GROUP_COMMAND_IDS = Object.keys(GROUP_COMMANDS) as readonly GroupCommandId[]
