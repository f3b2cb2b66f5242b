import { IconPlayerPlay, IconPlayerStop, IconRefreshAlert, IconToggleLeft, IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { type ActionKey, useIsPending } from '../../../lib/action.ts'
import { toast } from '../../../lib/toast.tsx'
import { ActionButton } from '../../../ui/action-button.tsx'
import { LIST_KEYS } from './list-actions.ts'
import {
  deleteAllBlockedReason,
  emptyListReason,
  type ListState,
  runAllBlockedReason,
  stopAllBlockedReason,
} from './list-rules.ts'
import classes from './task-list.module.css'

export interface ListHandlers {
  onRunAll: () => void
  onStopAll: () => void
  onToggleAll: () => void
  onResetStatus: () => void
  onDeleteAll: () => void
}

interface Props {
  state: ListState
  handlers: ListHandlers
}

/** The actions on all tasks. Clicking a blocked button shows why it is blocked. */
export function ListButtons({ state, handlers }: Props) {
  return (
    <div className={classes.buttons} role="toolbar" aria-label="All tasks">
      <ListButton
        actionKey={LIST_KEYS.runAll}
        blockedReason={runAllBlockedReason(state)}
        onClick={handlers.onRunAll}
        Icon={IconPlayerPlay}
        isMain
      >
        {state.isAllRunning ? 'Running All...' : 'Run All Tasks'}
      </ListButton>
      <ListButton
        actionKey={LIST_KEYS.stopAll}
        blockedReason={stopAllBlockedReason(state)}
        onClick={handlers.onStopAll}
        Icon={IconPlayerStop}
      >
        Stop All
      </ListButton>
      <ListButton
        actionKey={LIST_KEYS.setAllActive}
        blockedReason={emptyListReason(state)}
        onClick={handlers.onToggleAll}
        Icon={IconToggleLeft}
      >
        Toggle All Active/Inactive
      </ListButton>
      <ListButton
        actionKey={LIST_KEYS.resetStatus}
        blockedReason={emptyListReason(state)}
        onClick={handlers.onResetStatus}
        Icon={IconRefreshAlert}
      >
        Reset Status
      </ListButton>
      <ListButton
        actionKey={LIST_KEYS.removeAll}
        blockedReason={deleteAllBlockedReason(state)}
        onClick={handlers.onDeleteAll}
        Icon={IconTrash}
        isDangerous
      >
        Delete All
      </ListButton>
    </div>
  )
}

interface ButtonProps {
  actionKey: ActionKey
  /** Undefined unless the action is blocked. */
  blockedReason: string | undefined
  onClick: () => void
  Icon: typeof IconPlayerPlay
  isMain?: boolean
  isDangerous?: boolean
  children: ReactNode
}

function ListButton({
  actionKey,
  blockedReason,
  onClick,
  Icon,
  isMain = false,
  isDangerous = false,
  children,
}: ButtonProps) {
  return (
    <ActionButton
      size="xs"
      variant={isMain ? 'filled' : isDangerous ? 'light' : 'default'}
      {...(isDangerous && { color: 'red' })}
      leftSection={<Icon size={15} aria-hidden />}
      isPending={useIsPending(actionKey)}
      isBlocked={blockedReason !== undefined}
      title={blockedReason}
      onBlockedPress={() => blockedReason !== undefined && toast.info(blockedReason)}
      onPress={onClick}
    >
      {children}
    </ActionButton>
  )
}
