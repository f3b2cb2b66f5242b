import { ActionIcon, Button } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router'
import { adminRights } from '#contract/admin-rights.ts'
import type { CommandContext } from '../../../data/commands/command-context.ts'
import { ALL_TASKS_KEY } from '../../../data/commands/list-actions.ts'
import { type AllTasks, LIST_COMMANDS, type ListCommandId } from '../../../data/commands/list-commands.ts'
import { useAdminsOnly } from '../../../data/use-auth.ts'
import { useIsPending, usePendingActions } from '../../../lib/action.ts'
import { paths } from '../../../lib/paths.ts'
import { toast } from '../../../lib/toast.tsx'
import { ExtraCalls } from '../../../shared/extra-calls.tsx'
import { ActionButton } from '../../../ui/action-button.tsx'
import type { OfferedCommand } from './list-menu.tsx'
import classes from './task-list.module.css'

const ListMenu = lazy(async () => ({ default: (await import('./list-menu.tsx')).ListMenu }))

interface Props {
  all: AllTasks
  context: CommandContext
}

const SHOWN = ['runAll', 'stopAll'] as const
const FOLDED = ['toggleAll', 'resetStatus', 'deleteAll'] as const

/**
 * Buttons for the actions on all tasks. Clicking a blocked button shows why it is blocked. On narrow screens, all but the
 * first two buttons are in a menu.
 */
export function ListButtons({ all, context }: Props) {
  const [menuButton, setMenuButton] = useState<HTMLElement>()
  const adminsOnly = useAdminsOnly(adminRights.deleteAllTasks)
  const pending = usePendingActions(ALL_TASKS_KEY)
  const isFoldedPending = FOLDED.some((id) => pending.includes(LIST_COMMANDS[id].key[1]))
  const offer = (id: ListCommandId): OfferedCommand => ({
    command: LIST_COMMANDS[id],
    label: id === 'runAll' && all.isAllRunning ? 'Running All...' : LIST_COMMANDS[id].label,
    blockedReason: (id === 'deleteAll' ? adminsOnly : undefined) ?? LIST_COMMANDS[id].blockedReason(all),
    onPress: () => void LIST_COMMANDS[id].run(all, context),
  })
  const button = (id: ListCommandId) => <ListButton key={id} {...offer(id)} all={all} isMain={id === 'runAll'} />
  return (
    <div className={classes.buttons} role="toolbar" aria-label="All tasks">
      {SHOWN.map(button)}
      <ActionIcon
        className={classes.more}
        variant="default"
        aria-label="More actions"
        aria-haspopup="menu"
        aria-expanded={menuButton !== undefined}
        aria-busy={isFoldedPending || undefined}
        onClick={({ currentTarget }) => setMenuButton(currentTarget)}
      >
        <IconDots size={18} aria-hidden />
      </ActionIcon>
      <div className={classes.folded}>
        {FOLDED.map(button)}
        <ExtraCalls>
          <Button component={Link} to={paths.pauseDialog} size="xs" variant="default">
            Pause everything until …
          </Button>
        </ExtraCalls>
      </div>
      {menuButton && (
        <Suspense fallback={null}>
          <ListMenu button={menuButton} commands={FOLDED.map(offer)} onClose={() => setMenuButton(undefined)} />
        </Suspense>
      )}
    </div>
  )
}

interface ButtonProps extends OfferedCommand {
  all: AllTasks
  isMain: boolean
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
