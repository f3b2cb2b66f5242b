import { Badge, Button } from '@mantine/core'
import { IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react'
import { worstStatus } from '../../../data/task-status.ts'
import { StatusDot } from '../../../ui/status-dot.tsx'
import { canRunGroup, canStopGroup, groupCount, type TaskGroup } from './task-groups.ts'
import classes from './task-list.module.css'

export interface GroupHandlers {
  onRunGroup: (typeId: number) => void
  onStopGroup: (typeId: number) => void
}

interface Props {
  group: TaskGroup
  handlers: GroupHandlers
}

/** The head of a type's tasks: its name, how many, how they fare, and what can be done with all of them, shown or not. */
export function GroupHead({ group, handlers }: Props) {
  const { typeId, typeName, states } = group
  const live = states.filter(({ running_status }) => running_status).length
  const worst = worstStatus(states)
  return (
    <div className={classes.head}>
      <div className={classes.headWords}>
        {worst && <StatusDot status={worst} />}
        <h2 className={classes.headName} title={typeName}>
          {typeName}
        </h2>
        <Badge variant="default" size="sm" fz={12} flex="none">
          {groupCount(group)}
        </Badge>
        {live > 0 && (
          <Badge variant="light" color="orange" size="sm" fz={12} visibleFrom="xs" flex="none">
            {live} live
          </Badge>
        )}
      </div>
      <div className={classes.headActions}>
        <GroupButton
          label="Run Group"
          typeName={typeName}
          Icon={IconPlayerPlay}
          isBlocked={!canRunGroup(states)}
          onPress={() => handlers.onRunGroup(typeId)}
        />
        <GroupButton
          label="Stop Group"
          typeName={typeName}
          Icon={IconPlayerStop}
          isBlocked={!canStopGroup(states)}
          onPress={() => handlers.onStopGroup(typeId)}
        />
      </div>
    </div>
  )
}

interface ButtonProps {
  label: string
  typeName: string
  Icon: typeof IconPlayerPlay
  isBlocked: boolean
  onPress: () => void
}

/** It is not disabled while it is blocked: the keyboard's focus would be lost when what it began blocks it. */
function GroupButton({ label, typeName, Icon, isBlocked, onPress }: ButtonProps) {
  return (
    <Button
      size="compact-xs"
      variant="default"
      leftSection={<Icon size={14} aria-hidden />}
      aria-label={`${label} ${typeName}`}
      {...(isBlocked && { 'data-disabled': true, 'aria-disabled': true })}
      onClick={() => !isBlocked && onPress()}
    >
      {label}
    </Button>
  )
}
