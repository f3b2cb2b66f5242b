import { ActionIcon, Button } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { Link } from 'react-router'
import { adminRights } from '#contract/admin-rights.ts'
import type { CommandContext } from '../../../data/commands/command-context.ts'
import {
  type AllTasks,
  LIST_COMMANDS,
  type ListCommand,
  type ListCommandId,
} from '../../../data/commands/list-commands.ts'
import { useAdminsOnly } from '../../../data/use-auth.ts'
import { useIsPending } from '../../../lib/action.ts'
import { paths } from '../../../lib/paths.ts'
import { toast } from '../../../lib/toast.tsx'
import { ActionButton } from '../../../ui/action-button.tsx'
import classes from './task-list.module.css'
import { useFoldedMenu } from './use-folded-menu.ts'

interface Props {
  all: AllTasks
  context: CommandContext
}

/**
 * The actions on all tasks. Clicking a blocked button shows why it is blocked. On narrow screens, all but the first two
 * are in a menu above the bar.
 */
export function ListButtons({ all, context }: Props) {
  const menu = useFoldedMenu()
  const adminsOnly = useAdminsOnly(adminRights.deleteAllTasks)
  const button = (id: ListCommandId, blocked?: string) => (
    <ListButton
      command={LIST_COMMANDS[id]}
      label={id === 'runAll' && all.isAllRunning ? 'Running All...' : LIST_COMMANDS[id].label}
      all={all}
      blockedReason={blocked ?? LIST_COMMANDS[id].blockedReason(all)}
      isMain={id === 'runAll'}
      onPress={() => menu.closeAnd(() => void LIST_COMMANDS[id].run(all, context))}
    />
  )
  return (
    <div className={classes.buttons} role="toolbar" aria-label="All tasks" ref={menu.barRef} onKeyDown={menu.onKeyDown}>
      {button('runAll')}
      {button('stopAll')}
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
        {button('toggleAll')}
        {button('resetStatus')}
        {button('deleteAll', adminsOnly)}
        {context.hasExtraCalls && (
          <Button component={Link} to={paths.pauseDialog} size="xs" variant="default">
            Pause everything until …
          </Button>
        )}
      </div>
    </div>
  )
}

interface ButtonProps {
  command: ListCommand
  label: string
  all: AllTasks
  /** Undefined unless the command is blocked. */
  blockedReason: string | undefined
  isMain: boolean
  onPress: () => void
}

function ListButton({ command, label, all, blockedReason, isMain, onPress }: ButtonProps) {
  const { Icon, key, isDangerous = false, note } = command
  const description = blockedReason ?? note?.(all.counts)
  return (
    <ActionButton
      size="xs"
      variant={isMain ? 'filled' : isDangerous ? 'light' : 'default'}
      {...(isDangerous && { color: 'red' })}
      leftSection={<Icon size={15} aria-hidden />}
      isPending={useIsPending(key)}
      isBlocked={blockedReason !== undefined}
      title={description}
      aria-description={description}
      onBlockedPress={() => blockedReason !== undefined && toast.info(blockedReason)}
      onPress={onPress}
    >
      {label}
    </ActionButton>
  )
}
