import { IconPlayerPlay, IconPlayerStop, IconRefreshAlert, IconToggleLeft, IconTrash } from '@tabler/icons-react'
import type { TaskProgress } from '#contract/task-progress.ts'
import type { ActionKey } from '../../lib/action.ts'
import type { CommandContext } from './command-context.ts'
import { LIST_KEYS } from './list-actions.ts'
import {
  countInProgress,
  deleteAllBlockedReason,
  emptyListReason,
  type ListCounts,
  type ListState,
  runAllBlockedReason,
  stopAllBlockedReason,
  toggleAllNote,
  toggleAllTarget,
} from './list-rules.ts'
import type { Icon } from './task-commands.ts'

/** All tasks, whatever the page and the filter. */
export interface AllTasks extends ListState {
  tasks: readonly TaskProgress[]
  counts: ListCounts
}

export interface ListCommand {
  label: string
  Icon: Icon
  key: ActionKey
  isDangerous?: boolean
  /** Undefined unless the command is blocked. */
  blockedReason: (state: ListState) => string | undefined
  /** Description of the button's effect. */
  note?: (counts: ListCounts) => string | undefined
  run: (all: AllTasks, context: Pick<CommandContext, 'listActions' | 'openDialog'>) => unknown
}

/** The commands of the list, which act on all tasks. */
export const LIST_COMMANDS = {
  runAll: {
    label: 'Run All Tasks',
    Icon: IconPlayerPlay,
    key: LIST_KEYS.runAll,
    blockedReason: runAllBlockedReason,
    run: (_, { listActions }) => listActions.runAll(),
  },
  stopAll: {
    label: 'Stop All',
    Icon: IconPlayerStop,
    key: LIST_KEYS.stopAll,
    blockedReason: stopAllBlockedReason,
    run: (_, { openDialog }) => openDialog('stop-all'),
  },
  toggleAll: {
    label: 'Toggle All Active/Inactive',
    Icon: IconToggleLeft,
    key: LIST_KEYS.setAllActive,
    blockedReason: emptyListReason,
    note: toggleAllNote,
    run: ({ tasks, counts }, { listActions }) => listActions.setAllActive({ isActive: toggleAllTarget(tasks), counts }),
  },
  resetStatus: {
    label: 'Reset Status',
    Icon: IconRefreshAlert,
    key: LIST_KEYS.resetStatus,
    blockedReason: emptyListReason,
    // Without a run in progress, there is nothing to reset and nothing to ask.
    run: ({ tasks }, { listActions, openDialog }) =>
      countInProgress(tasks) > 0 ? openDialog('reset-status') : listActions.resetStatus(),
  },
  deleteAll: {
    label: 'Delete All',
    Icon: IconTrash,
    key: LIST_KEYS.removeAll,
    isDangerous: true,
    blockedReason: deleteAllBlockedReason,
    run: (_, { openDialog }) => openDialog('delete-all'),
  },
} as const satisfies Record<string, ListCommand>

export type ListCommandId = keyof typeof LIST_COMMANDS
