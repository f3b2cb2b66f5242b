import type { IconPencil } from '@tabler/icons-react'
import type { ReactNode, Ref } from 'react'
import { Link } from 'react-router'
import classes from './card-controls.module.css'

interface Labeled {
  label: string
  Icon: typeof IconPencil
}

interface BlockableProps {
  isBlocked: boolean
  /** Its call is in progress. */
  isPending?: boolean
  onPress: () => void
}

interface IconButtonProps extends Labeled, BlockableProps {
  isDangerous?: boolean
}

interface CardButtonProps extends BlockableProps {
  tone: 'indigo' | 'yellow' | 'red'
  Icon: typeof IconPencil
  title?: string
  ref?: Ref<HTMLButtonElement>
  children: ReactNode
}

/** An icon-only link on a card, with its label as a tooltip. */
export function IconLink({ to, label, Icon }: Labeled & { to: string }) {
  return (
    <Link className={classes.icon} to={to} aria-label={label} title={label}>
      <Icon size={16} aria-hidden />
    </Link>
  )
}

/** An icon-only button on a card, with its label as a tooltip. */
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

/** A button on a card with an icon and a label. */
export function CardButton({ tone, Icon, title, ref, children, ...blockable }: CardButtonProps) {
  return (
    <button ref={ref} type="button" className={classes.button} data-tone={tone} title={title} {...blocking(blockable)}>
      <Icon size={14} aria-hidden />
      {children}
    </button>
  )
}

/** A blocked button uses `aria-disabled`: with `disabled`, a button that starts a run or a move would lose its focus. */
function blocking({ isBlocked, isPending = false, onPress }: BlockableProps) {
  const isIdle = !isBlocked && !isPending
  return { 'aria-disabled': !isIdle, 'aria-busy': isPending || undefined, onClick: () => isIdle && onPress() }
}
