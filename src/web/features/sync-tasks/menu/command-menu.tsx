import { Menu } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import type { KeyboardEvent, ReactNode } from 'react'
import classes from './command-menu.module.css'

interface Props {
  label: string
  /** Button that opened the menu and gets the focus back. */
  button: HTMLElement
  /** Items of the menu. */
  children: ReactNode
  onClose: () => void
}

/** Menu beside the button that opened it. */
export function CommandMenu({ label, button, children, onClose }: Props) {
  const close = () => {
    onClose()
    button.focus({ preventScroll: true })
  }
  // Close on scroll, because the menu would stay in place while its button moves away.
  useWindowEvent('scroll', onClose)
  const closeByTab = (event: KeyboardEvent) => {
    if (event.key !== 'Tab') return
    event.preventDefault()
    close()
  }
  return (
    <Menu
      opened
      onClose={close}
      position="bottom-end"
      offset={4}
      returnFocus={false}
      withInitialFocusPlaceholder={false}
      transitionProps={{ duration: 0 }}
      classNames={{ item: classes.item ?? '' }}
    >
      <Menu.Target>
        <span aria-hidden style={placeOver(button)} />
      </Menu.Target>
      {/* Without this, the menu would be named by its hidden target. */}
      <Menu.Dropdown aria-labelledby={undefined} aria-label={label} onKeyDown={closeByTab}>
        {children}
      </Menu.Dropdown>
    </Menu>
  )
}

/** Covers the button with the menu's target, so a second press closes the menu. */
function placeOver(button: HTMLElement) {
  const { left, top, width, height } = button.getBoundingClientRect()
  return { position: 'fixed', left, top, width, height } as const
}
