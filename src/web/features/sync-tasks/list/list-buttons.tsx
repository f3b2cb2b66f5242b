import { Button } from '@mantine/core'
import { IconPlayerPlay, IconPlayerStop, IconRefreshAlert, IconToggleLeft, IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { toast } from '../../../ui/toast.ts'
import { deleteAllRefusal, emptyRefusal, type ListState, runAllRefusal, stopAllRefusal } from './list-rules.ts'
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

/** What can be done with all tasks at once. A button that cannot act now says why when it is pressed. */
export function ListButtons({ state, handlers }: Props) {
  return (
    <div className={classes.buttons} role="toolbar" aria-label="All tasks">
      <ListButton
        refusal={runAllRefusal(state)}
        onClick={handlers.onRunAll}
        icon={<IconPlayerPlay size={15} aria-hidden />}
        isMain
      >
        {state.isAllRunning ? 'Running All...' : 'Run All Tasks'}
      </ListButton>
      <ListButton
        refusal={stopAllRefusal(state)}
        onClick={handlers.onStopAll}
        icon={<IconPlayerStop size={15} aria-hidden />}
      >
        Stop All
      </ListButton>
      <ListButton
        refusal={emptyRefusal(state)}
        onClick={handlers.onToggleAll}
        icon={<IconToggleLeft size={15} aria-hidden />}
      >
        Toggle All Active/Inactive
      </ListButton>
      <ListButton
        refusal={emptyRefusal(state)}
        onClick={handlers.onResetStatus}
        icon={<IconRefreshAlert size={15} aria-hidden />}
      >
        Reset Status
      </ListButton>
      <ListButton
        refusal={deleteAllRefusal(state)}
        onClick={handlers.onDeleteAll}
        icon={<IconTrash size={15} aria-hidden />}
        isDangerous
      >
        Delete All
      </ListButton>
    </div>
  )
}

interface ButtonProps {
  refusal: string | undefined
  onClick: () => void
  icon: ReactNode
  isMain?: boolean
  isDangerous?: boolean
  children: ReactNode
}

function ListButton({ refusal, onClick, icon, isMain = false, isDangerous = false, children }: ButtonProps) {
  return (
    <Button
      size="xs"
      variant={isMain ? 'filled' : isDangerous ? 'light' : 'default'}
      {...(isDangerous && { color: 'red' })}
      leftSection={icon}
      {...(refusal !== undefined && { 'data-disabled': true, 'aria-disabled': true, title: refusal })}
      onClick={() => (refusal === undefined ? onClick() : toast.info(refusal))}
    >
      {children}
    </Button>
  )
}
