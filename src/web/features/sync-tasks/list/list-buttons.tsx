import { Button } from '@mantine/core'
import { IconPlayerPlay, IconPlayerStop, IconRefreshAlert, IconToggleLeft, IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { toast } from '../../../lib/toast.tsx'
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
      <ListButton refusal={runAllRefusal(state)} onClick={handlers.onRunAll} Icon={IconPlayerPlay} isMain>
        {state.isAllRunning ? 'Running All...' : 'Run All Tasks'}
      </ListButton>
      <ListButton refusal={stopAllRefusal(state)} onClick={handlers.onStopAll} Icon={IconPlayerStop}>
        Stop All
      </ListButton>
      <ListButton refusal={emptyRefusal(state)} onClick={handlers.onToggleAll} Icon={IconToggleLeft}>
        Toggle All Active/Inactive
      </ListButton>
      <ListButton refusal={emptyRefusal(state)} onClick={handlers.onResetStatus} Icon={IconRefreshAlert}>
        Reset Status
      </ListButton>
      <ListButton refusal={deleteAllRefusal(state)} onClick={handlers.onDeleteAll} Icon={IconTrash} isDangerous>
        Delete All
      </ListButton>
    </div>
  )
}

interface ButtonProps {
  refusal: string | undefined
  onClick: () => void
  Icon: typeof IconPlayerPlay
  isMain?: boolean
  isDangerous?: boolean
  children: ReactNode
}

function ListButton({ refusal, onClick, Icon, isMain = false, isDangerous = false, children }: ButtonProps) {
  return (
    <Button
      size="xs"
      variant={isMain ? 'filled' : isDangerous ? 'light' : 'default'}
      {...(isDangerous && { color: 'red' })}
      leftSection={<Icon size={15} aria-hidden />}
      {...(refusal !== undefined && { 'data-disabled': true, 'aria-disabled': true, title: refusal })}
      onClick={() => (refusal === undefined ? onClick() : toast.info(refusal))}
    >
      {children}
    </Button>
  )
}
