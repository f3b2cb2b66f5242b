import { Badge } from '@mantine/core'
import { IconEye, IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react'
import { previewKey } from '../../../data/preview-key.ts'
import { countStatuses, worstStatus } from '../../../data/task-status.ts'
import { type ActionKey, useIsPending } from '../../../lib/action.ts'
import { StatusDot } from '../../../shared/status-dot.tsx'
import { statusLabel, toneOfStatus } from '../../../shared/task-tone.ts'
import { ActionButton } from '../../../ui/action-button.tsx'
import classes from './group-header.module.css'
import { groupKeys } from './list-actions.ts'
import { summarizeStatuses } from './status-counts.ts'
import { canRunGroup, canStopGroup, groupCount, type TaskGroup } from './task-groups.ts'

export interface GroupHandlers {
  onRunGroup: (group: TaskGroup) => void
  onStopGroup: (typeId: number) => void
  /** Undefined where the server has no previews. */
  onPreviewGroup: ((typeId: number) => void) | undefined
}

interface Props {
  group: TaskGroup
  handlers: GroupHandlers
}

/** The header of a type: its name, task count and status, and actions on all its tasks, including filtered ones. */
export function GroupHeader({ group, handlers }: Props) {
  const { typeId, typeName, states } = group
  const worst = worstStatus(states)
  return (
    <div className={classes.header}>
      <div className={classes.headerText}>
        {worst && <StatusDot status={worst} />}
        <h2 className={classes.headerName} title={typeName}>
          {typeName}
        </h2>
        <Badge variant="default" size="sm" fz={12} flex="none">
          {groupCount(group)}
        </Badge>
        <StatusShares states={states} />
      </div>
      <div className={classes.headerActions}>
        {handlers.onPreviewGroup && (
          <GroupButton
            label="Preview Group"
            typeName={typeName}
            Icon={IconEye}
            actionKey={previewKey({ sync_task_type_id: typeId })}
            isBlocked={!states.some(({ is_active }) => is_active)}
            onPress={() => handlers.onPreviewGroup?.(typeId)}
            isWideOnly
          />
        )}
        <GroupButton
          label="Run Group"
          typeName={typeName}
          Icon={IconPlayerPlay}
          actionKey={groupKeys(typeId).run}
          isBlocked={!canRunGroup(states)}
          onPress={() => handlers.onRunGroup(group)}
        />
        <GroupButton
          label="Stop Group"
          typeName={typeName}
          Icon={IconPlayerStop}
          actionKey={groupKeys(typeId).stop}
          isBlocked={!canStopGroup(states)}
          onPress={() => handlers.onStopGroup(typeId)}
        />
      </div>
    </div>
  )
}

/** How many tasks are in which status, counted as above the list, and as shares of a bar. */
function StatusShares({ states }: Pick<TaskGroup, 'states'>) {
  const { shown } = summarizeStatuses(states)
  return (
    <>
      <span className={classes.shares} aria-hidden>
        {countStatuses(states).map(({ status, count }) => (
          <span key={status} data-tone={toneOfStatus(status)} style={{ flexGrow: count }} />
        ))}
      </span>
      <span className={classes.shareCounts}>
        {shown.map(({ status, count }) => `${count} ${statusLabel(status)}`).join(' · ')}
      </span>
    </>
  )
}

interface ButtonProps {
  label: string
  typeName: string
  Icon: typeof IconPlayerPlay
  actionKey: ActionKey
  isBlocked: boolean
  /** Left out on a phone, so that the name of the type has room. */
  isWideOnly?: boolean
  onPress: () => void
}

function GroupButton({ label, typeName, Icon, actionKey, isBlocked, isWideOnly = false, onPress }: ButtonProps) {
  return (
    <ActionButton
      size="compact-xs"
      variant="default"
      leftSection={<Icon size={14} aria-hidden />}
      aria-label={`${label} ${typeName}`}
      isPending={useIsPending(actionKey)}
      isBlocked={isBlocked}
      {...(isWideOnly && { visibleFrom: 'xs' })}
      onPress={onPress}
    >
      {label}
    </ActionButton>
  )
}
