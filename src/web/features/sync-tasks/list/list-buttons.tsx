import { ActionIcon, Button } from '@mantine/core'
import { IconDots, IconPlayerPlay, IconPlayerStop, IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { adminRights } from '#contract/admin-rights.ts'
import { useHasExtraCalls } from '../../../data/app-info.ts'
import { useAdminsOnly } from '../../../data/use-auth.ts'
import { type ActionKey, useIsPending } from '../../../lib/action.ts'
import { paths } from '../../../lib/paths.ts'
import { toast } from '../../../lib/toast.tsx'
import { ActionButton } from '../../../ui/action-button.tsx'
import { LIST_KEYS } from './list-actions.ts'
import {
  deleteAllBlockedReason,
  emptyListReason,
  type ListCounts,
  type ListState,
  runAllBlockedReason,
  stopAllBlockedReason,
  toggleAllNote,
} from './list-rules.ts'
import classes from './task-list.module.css'
import { useFoldedMenu } from './use-folded-menu.ts'

export interface ListHandlers {
  onRunAll: () => void
  onStopAll: () => void
  onToggleAll: () => void
  onResetStatus: () => void
  onDeleteAll: () => void
}

interface Props {
  state: ListState
  counts: ListCounts
  handlers: ListHandlers
}

/**
 * The actions on all tasks. Clicking a blocked button shows why it is blocked. On narrow screens, all but the first two
 * are in a menu above the bar.
 */
export function ListButtons({ state, counts, handlers }: Props) {
  const menu = useFoldedMenu()
  const hasExtraCalls = useHasExtraCalls()
  const adminsOnly = useAdminsOnly(adminRights.deleteAllTasks)
  return (
    <div className={classes.buttons} role="toolbar" aria-label="All tasks" ref={menu.barRef} onKeyDown={menu.onKeyDown}>
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
      <ActionIcon
        ref={menu.buttonRef}
        className={classes.more}
        variant="default"
        aria-label="More actions"
        aria-expanded={menu.isOpen}
        aria-controls={menu.id}
        aria-busy={menu.isPending || undefined}
        onClick={menu.toggle}
      >
        <IconDots size={18} aria-hidden />
      </ActionIcon>
      <div id={menu.id} className={classes.folded} data-open={menu.isOpen || undefined}>
        <ListButton
          actionKey={LIST_KEYS.setAllActive}
          blockedReason={emptyListReason(state)}
          note={toggleAllNote(counts)}
          onClick={() => menu.closeAnd(handlers.onToggleAll)}
        >
          Toggle All Active/Inactive
        </ListButton>
        <ListButton
          actionKey={LIST_KEYS.resetStatus}
          blockedReason={emptyListReason(state)}
          onClick={() => menu.closeAnd(handlers.onResetStatus)}
        >
          Reset Status
        </ListButton>
        <ListButton
          actionKey={LIST_KEYS.removeAll}
          blockedReason={adminsOnly ?? deleteAllBlockedReason(state)}
          onClick={() => menu.closeAnd(handlers.onDeleteAll)}
          Icon={IconTrash}
          isDangerous
        >
          Delete All
        </ListButton>
        {hasExtraCalls && (
          <Button component={Link} to={paths.pauseDialog} size="xs" variant="default">
            Pause everything until …
          </Button>
        )}
      </div>
    </div>
  )
}

interface ButtonProps {
  actionKey: ActionKey
  /** Undefined unless the action is blocked. */
  blockedReason: string | undefined
  /** Describes the button while it is not blocked. */
  note?: string | undefined
  onClick: () => void
  Icon?: typeof IconPlayerPlay
  isMain?: boolean
  isDangerous?: boolean
  children: ReactNode
}

function ListButton({
  actionKey,
  blockedReason,
  note,
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
      leftSection={Icon && <Icon size={15} aria-hidden />}
      isPending={useIsPending(actionKey)}
      isBlocked={blockedReason !== undefined}
      title={blockedReason ?? note}
      aria-description={blockedReason ?? note}
      onBlockedPress={() => blockedReason !== undefined && toast.info(blockedReason)}
      onPress={onClick}
    >
      {children}
    </ActionButton>
  )
}
