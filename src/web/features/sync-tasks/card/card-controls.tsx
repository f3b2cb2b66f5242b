import type { IconPencil } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import classes from './task-card.module.css'

interface Labelled {
  label: string
  Icon: typeof IconPencil
}

interface BlockableProps {
  isBlocked: boolean
  onPress: () => void
}

interface IconButtonProps extends Labelled, BlockableProps {
  isDangerous?: boolean
}

interface CardButtonProps extends BlockableProps {
  tone: 'indigo' | 'yellow' | 'red'
  Icon: typeof IconPencil
  title?: string
  children: ReactNode
}

/** A small link on a card, named by its hint alone. */
export function IconLink({ to, label, Icon }: Labelled & { to: string }) {
  return (
    <Link className={classes.icon} to={to} aria-label={label} title={label}>
      <Icon size={16} aria-hidden />
    </Link>
  )
}

/** A small button on a card, named by its hint alone. */
export function IconButton({ label, Icon, isDangerous = false, ...blockable }: IconButtonProps) {
  return (
    <button
      type="button"
      className={classes.icon}
      data-danger={isDangerous || undefined}
      aria-label={label}
      title={label}
      {...blocking(blockable)}
    >
      <Icon size={16} aria-hidden />
    </button>
  )
}

/** A button on a card that says in words what it does. */
export function CardButton({ tone, Icon, title, children, ...blockable }: CardButtonProps) {
  return (
    <button type="button" className={classes.button} data-tone={tone} title={title} {...blocking(blockable)}>
      <Icon size={14} aria-hidden />
      {children}
    </button>
  )
}

/**
 * A blocked button is not disabled: the keyboard's focus would be lost when what it began blocks it, as each move and
 * each run do.
 */
function blocking({ isBlocked, onPress }: BlockableProps) {
  return { 'aria-disabled': isBlocked, onClick: () => !isBlocked && onPress() }
}
