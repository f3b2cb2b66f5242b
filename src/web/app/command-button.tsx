import { ActionIcon, Kbd, UnstyledButton } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import classes from './shell.module.css'

const CommandPalette = lazy(async () => ({ default: (await import('./command-palette.tsx')).CommandPalette }))

const LABEL = 'Search or run a command'

/** Opens the command palette, which is loaded on first use. Ctrl+K opens it from anywhere. */
export function CommandButton() {
  const [openedCount, setOpenedCount] = useState(0)
  const open = () => setOpenedCount((count) => count + 1)
  useHotkeys([['mod+K', open]], [])
  return (
    <>
      <UnstyledButton className={classes.command} visibleFrom="sm" onClick={open} aria-keyshortcuts="Control+K">
        <IconSearch size={15} aria-hidden />
        <span>{LABEL}</span>
        <Kbd size="xs">Ctrl K</Kbd>
      </UnstyledButton>
      <ActionIcon variant="default" size="lg" hiddenFrom="sm" aria-label={LABEL} onClick={open}>
        <IconSearch size={18} aria-hidden />
      </ActionIcon>
      {openedCount > 0 && (
        <Suspense fallback={null}>
          <CommandPalette openedCount={openedCount} />
        </Suspense>
      )}
    </>
  )
}
