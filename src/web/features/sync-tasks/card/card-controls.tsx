import type { Ref } from 'react'
import { Link } from 'react-router'
import type { Icon } from '../../../data/commands/task-commands.ts'
import classes from './card-controls.module.css'

interface Labeled {
  label: string
  /** Name of the task. Screen readers read it after the label, because many cards share the label. */
  taskName: string
  Icon: Icon
}

interface BlockableProps {
  isBlocked: boolean
  /** Whether the button's call is in progress. */
  isPending?: boolean
  onPress: () => void
}

interface IconButtonProps extends Labeled, BlockableProps {
  isDangerous?: boolean | undefined
  /** Whether the button is in a row, where arrow keys reach it instead of Tab. */
  isInRow?: boolean
}

interface CardButtonProps extends Labeled, BlockableProps {
  tone: 'indigo' | 'yellow' | 'red'
  title?: string
  ref?: Ref<HTMLButtonElement>
}

/** An icon-only link on a card, with its label as a tooltip. */
export function IconLink({ to, label, taskName, Icon }: Labeled & { to: string }) {
  return (
    <Link className={classes.icon} to={to} aria-label={`${label} ${taskName}`} title={label}>
      <Icon size={16} aria-hidden />
    </Link>
  )
}

/** An icon-only button on a card, with its label as a tooltip. */
export function IconButton({
  label,
  taskName,
  Icon,
  isDangerous = false,
  isInRow = false,
  ...blockable
}: IconButtonProps) {
  return (
    <button
      type="button"
      className={classes.icon}
      data-danger={isDangerous || undefined}
      tabIndex={isInRow ? -1 : undefined}
      aria-label={`${label} ${taskName}`}
      title={label}
      {...blocking(blockable)}
    >
      <Icon size={16} aria-hidden />
    </button>
  )
}

/** A button on a card with an icon and a label. */
export function CardButton({ label, taskName, tone, Icon, title, ref, ...blockable }: CardButtonProps) {
  return (
    <button
      ref={ref}
      type="button"
      className={classes.button}
      data-tone={tone}
      aria-label={`${label} ${taskName}`}
      title={title}
      {...blocking(blockable)}
    >
      <Icon size={14} aria-hidden />
      {label}
    </button>
  )
}

/** Blocks a button with `aria-disabled`. With `disabled`, a button that starts a run or a move would lose its focus. */
function blocking({ isBlocked, isPending = false, onPress }: BlockableProps) {
  const isIdle = !isBlocked && !isPending
  return { 'aria-disabled': !isIdle, 'aria-busy': isPending || undefined, onClick: () => isIdle && onPress() }
}
