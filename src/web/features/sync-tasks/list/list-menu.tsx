import { Menu } from '@mantine/core'
import { IconPlayerPause } from '@tabler/icons-react'
import { Link } from 'react-router'
import type { ListCommand } from '../../../data/commands/list-commands.ts'
import { useIsPending } from '../../../lib/action.ts'
import { paths } from '../../../lib/paths.ts'
import { toast } from '../../../lib/toast.tsx'
import { ExtraCalls } from '../../../shared/extra-calls.tsx'
import { CommandMenu } from '../menu/command-menu.tsx'

/** A command of the list in its current state. */
export interface OfferedCommand {
  command: ListCommand
  label: string
  /** Undefined unless the command is blocked. */
  blockedReason: string | undefined
  onPress: () => void
}

interface Props {
  button: HTMLElement
  commands: readonly OfferedCommand[]
  onClose: () => void
}

/** Menu with the less frequent commands of the list, on narrow screens. */
export function ListMenu({ button, commands, onClose }: Props) {
  return (
    <CommandMenu label="More actions" button={button} onClose={onClose}>
      {commands.map((offered, index) => (
        <ListMenuItem key={offered.label} {...offered} isFirst={index === 0} />
      ))}
      <ExtraCalls>
        <Menu.Item component={Link} to={paths.pauseDialog} leftSection={<IconPlayerPause size={16} aria-hidden />}>
          Pause everything until …
        </Menu.Item>
      </ExtraCalls>
    </CommandMenu>
  )
}

/** Pressing a blocked item shows why it is blocked. */
function ListMenuItem({ command, label, blockedReason, onPress, isFirst }: OfferedCommand & { isFirst: boolean }) {
  const { Icon, key, isDangerous } = command
  const isPending = useIsPending(key)
  return (
    <Menu.Item
      leftSection={<Icon size={16} aria-hidden />}
      disabled={isPending}
      aria-disabled={isPending || blockedReason !== undefined}
      aria-description={blockedReason}
      onClick={() => (blockedReason === undefined ? onPress() : toast.info(blockedReason))}
      {...(isFirst && { 'data-autofocus': true })}
      {...(isDangerous && { 'data-danger': true })}
    >
      {label}
    </Menu.Item>
  )
}
