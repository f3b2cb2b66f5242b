import { Button, type ButtonProps } from '@mantine/core'
import type { AriaAttributes, ReactNode } from 'react'

export interface ActionButtonProps
  extends ButtonProps,
    Pick<AriaAttributes, 'aria-label' | 'aria-description' | 'aria-keyshortcuts'> {
  /** Whether the action is in progress. The button then shows a spinner and ignores presses. */
  isPending?: boolean
  isBlocked?: boolean
  /** Called instead of `onPress` while blocked, for example to explain why. */
  onBlockedPress?: () => void
  onPress?: () => void
  type?: 'button' | 'submit'
  title?: string | undefined
  'data-autofocus'?: boolean | undefined
  children: ReactNode
}

/** Button that keeps the focus while it is pending or blocked. A `disabled` button would lose it. */
export function ActionButton(props: ActionButtonProps) {
  const { isPending = false, isBlocked = false, onBlockedPress, onPress, ...button } = props
  const isIdle = !isPending && !isBlocked
  return (
    <Button
      {...button}
      aria-busy={isPending || undefined}
      aria-disabled={!isIdle || undefined}
      {...(isBlocked && !isPending && { 'data-disabled': true })}
      onClick={(event) => {
        if (isIdle) return onPress?.()
        event.preventDefault()
        if (!isPending) onBlockedPress?.()
      }}
    />
  )
}
