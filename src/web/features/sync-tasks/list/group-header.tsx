import { Badge } from '@mantine/core'
import type { CommandContext } from '../../../data/commands/command-context.ts'
import { GROUP_COMMAND_IDS, GROUP_COMMANDS } from '../../../data/commands/group-commands.ts'
import { type GroupCommandId, TASK_COMMANDS } from '../../../data/commands/task-commands.ts'
import { groupCount, type TaskGroup } from '../../../data/commands/task-groups.ts'
import { countStatuses, worstStatus } from '../../../data/task-status.ts'
import { useIsPending } from '../../../lib/action.ts'
import { StatusDot } from '../../../shared/status-dot.tsx'
import { statusLabel, toneOfStatus } from '../../../shared/task-tone.ts'
import { ActionButton } from '../../../ui/action-button.tsx'
import classes from './group-header.module.css'
import { summarizeStatuses } from './status-counts.ts'

interface Props {
  group: TaskGroup
  context: CommandContext
  /** Whether a filter hides tasks. */
  isFiltered: boolean
}

/** The header of a type: its name, task count and status, and actions on all its tasks, including filtered tasks. */
export function GroupHeader({ group, context, isFiltered }: Props) {
  const { typeName, states } = group
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
        {GROUP_COMMAND_IDS.filter((id) => GROUP_COMMANDS[id].isOffered?.(context) ?? true).map((id) => (
          <GroupButton key={id} id={id} group={group} context={context} isFiltered={isFiltered} />
        ))}
      </div>
    </div>
  )
}

/** Number of tasks in each status, as counts and as shares of a bar. Uses the same order as the counts above the list. */
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

function GroupButton({ id, group, context, isFiltered }: Props & { id: GroupCommandId }) {
  const { Icon, label } = TASK_COMMANDS[id]
  const { key, mayRun, run, isWideOnly = false } = GROUP_COMMANDS[id]
  return (
    <ActionButton
      size="compact-xs"
      variant="default"
      leftSection={<Icon size={14} aria-hidden />}
      aria-label={`${label} Group ${group.typeName}`}
      isPending={useIsPending(key(group.typeId))}
      isBlocked={!mayRun(group.states)}
      {...(isWideOnly && { visibleFrom: 'xs' })}
      onPress={() => void run(group, { ...context, isFiltered })}
    >
      {label} Group
    </ActionButton>
  )
}
