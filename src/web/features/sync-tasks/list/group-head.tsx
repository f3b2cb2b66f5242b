import { Badge, Button } from '@mantine/core'
import { IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react'
import { StatusDot } from '../../../ui/status-dot.tsx'
import { worstStatus } from './status-counts.ts'
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
  const { typeId, typeName, known } = group
  const live = known.filter(({ running_status }) => running_status).length
  const worst = worstStatus(known)
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
        <Button
          size="compact-xs"
          variant="default"
          leftSection={<IconPlayerPlay size={14} aria-hidden />}
          aria-label={`Run Group ${typeName}`}
          disabled={!canRunGroup(known)}
          onClick={() => handlers.onRunGroup(typeId)}
        >
          Run Group
        </Button>
        <Button
          size="compact-xs"
          variant="default"
          leftSection={<IconPlayerStop size={14} aria-hidden />}
          aria-label={`Stop Group ${typeName}`}
          disabled={!canStopGroup(known)}
          onClick={() => handlers.onStopGroup(typeId)}
        >
          Stop Group
        </Button>
      </div>
    </div>
  )
}
