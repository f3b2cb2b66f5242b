import { ActionIcon, Burger, Group, Kbd, Text, UnstyledButton } from '@mantine/core'
import { useDisclosure, useHotkeys } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useCallback, useEffect, useState } from 'react'
import { Link, NavLink, Outlet, ScrollRestoration, useLocation } from 'react-router'
import { pauseQuery } from '../data/pause.ts'
import { useAuth } from '../data/use-auth.ts'
import { Account } from '../features/auth/account.tsx'
import { paths } from '../lib/paths.ts'
import { ExtraCalls } from '../shared/extra-calls.tsx'
import { BrandName, Logo } from '../ui/brand.tsx'
import { LoadingSpinner } from '../ui/loading-spinner.tsx'
import { LiveUpdates } from './live-updates.tsx'
import { Reconnecting } from './reconnecting.tsx'
import { screenLinks } from './screens.tsx'
import classes from './shell.module.css'
import { TabStatus } from './tab-status.tsx'
import { collectTyping } from './typed-ahead.ts'
import { useAppearance } from './use-appearance.ts'

const CommandPalette = lazy(async () => ({ default: (await import('./command-palette.tsx')).CommandPalette }))
const KeysDialog = lazy(async () => ({ default: (await import('./keys-dialog.tsx')).KeysDialog }))
const PauseBanner = lazy(async () => ({ default: (await import('./pause-banner.tsx')).PauseBanner }))
const LoginDialog = lazy(async () => ({ default: (await import('../features/auth/login-dialog.tsx')).LoginDialog }))

const PALETTE_LABEL = 'Search or run a command'

/** Frame around every screen, with the header and the navigation. */
export function Shell() {
  const [isMenuOpen, menu] = useDisclosure()
  const { isAuthenticated, isLoginShown, lastCheckedAt } = useAuth()
  useCloseOnNavigation(menu.close)
  return (
    <TabStatus>
      <a href="#main" className={classes.skip}>
        Skip to content
      </a>
      <div className={classes.shell}>
        <header className={classes.header}>
          <HeaderBar isMenuOpen={isMenuOpen} onToggleMenu={menu.toggle} />
        </header>
        <div className={classes.side} data-open={isMenuOpen || undefined}>
          <nav className={classes.links} aria-label="Main">
            <NavLinks />
          </nav>
          <div className={classes.account}>
            <Account />
          </div>
        </div>
        <main id="main" tabIndex={-1} className={classes.main}>
          {isAuthenticated && (
            <ExtraCalls>
              <CurrentPause />
            </ExtraCalls>
          )}
          {lastCheckedAt === undefined ? <LoadingSpinner /> : <Outlet />}
        </main>
      </div>
      {isLoginShown && (
        <Suspense fallback={null}>
          <LoginDialog />
        </Suspense>
      )}
      {isAuthenticated && (
        <ExtraCalls>
          <LiveUpdates />
        </ExtraCalls>
      )}
      <Reconnecting />
      <ScrollRestoration />
    </TabStatus>
  )
}

/** The banner of the pause of everything, loaded only during a pause. */
function CurrentPause() {
  const pause = useQuery(pauseQuery()).data?.pause
  return (
    pause && (
      <Suspense fallback={null}>
        <PauseBanner pause={pause} />
      </Suspense>
    )
  )
}

/** Navigation links. Home is highlighted only on its exact path, every other link also on the screens below it. */
function NavLinks() {
  return screenLinks
    .filter(({ isInNavigation }) => isInNavigation)
    .map(({ path, label, Icon }) => (
      <NavLink key={path} to={path} end={path === paths.home} className={classes.link ?? ''}>
        {Icon && <Icon size={17} stroke={1.6} aria-hidden />}
        {label}
      </NavLink>
    ))
}

function HeaderBar({ isMenuOpen, onToggleMenu }: { isMenuOpen: boolean; onToggleMenu: () => void }) {
  const appearance = useAppearance()
  return (
    <>
      <Group gap="sm" wrap="nowrap">
        <Burger
          opened={isMenuOpen}
          onClick={onToggleMenu}
          hiddenFrom="sm"
          size="sm"
          aria-label="Toggle navigation"
          aria-expanded={isMenuOpen}
        />
        <Link to={paths.home} className={classes.brand}>
          <Logo />
          <Text fw={700} span>
            <BrandName />
          </Text>
        </Link>
      </Group>
      <Group gap="xs" wrap="nowrap">
        <CommandButton />
        {appearance.map(({ id, label, Icon, onClick }) => (
          <ActionIcon key={id} variant="default" size="lg" aria-label={label} title={label} onClick={onClick}>
            <Icon size={18} aria-hidden />
          </ActionIcon>
        ))}
      </Group>
    </>
  )
}

/** Opens the command palette, which is loaded on first use. Ctrl+K opens it from anywhere, and ? lists all keys. */
function CommandButton() {
  const [openedCount, setOpenedCount] = useState(0)
  const open = () => {
    if (!isPaletteFocused()) collectTyping()
    setOpenedCount((count) => count + 1)
  }
  const [keys, { open: openKeys, close: closeKeys }] = useDisclosure()
  const [hasKeys, { open: loadKeys }] = useDisclosure()
  const showKeys = useCallback(() => {
    loadKeys()
    openKeys()
  }, [loadKeys, openKeys])
  useHotkeys([['mod+K', open]], [])
  // Some keyboard layouts need Shift for a question mark.
  useHotkeys([
    ['?', showKeys],
    ['shift+?', showKeys],
  ])
  return (
    <>
      <UnstyledButton className={classes.command} visibleFrom="sm" onClick={open} aria-keyshortcuts="Control+K">
        <IconSearch size={15} aria-hidden />
        <span>{PALETTE_LABEL}</span>
        <Kbd size="xs">Ctrl K</Kbd>
      </UnstyledButton>
      <ActionIcon variant="default" size="lg" hiddenFrom="sm" aria-label={PALETTE_LABEL} onClick={open}>
        <IconSearch size={18} aria-hidden />
      </ActionIcon>
      {openedCount > 0 && (
        <Suspense fallback={null}>
          <CommandPalette openedCount={openedCount} label={PALETTE_LABEL} onShowKeys={showKeys} />
        </Suspense>
      )}
      {hasKeys && (
        <Suspense fallback={null}>
          <KeysDialog opened={keys} onClose={closeKeys} />
        </Suspense>
      )}
    </>
  )
}

function isPaletteFocused(): boolean {
  return document.activeElement?.matches(`input[aria-label="${PALETTE_LABEL}"]`) ?? false
}

function useCloseOnNavigation(close: () => void): void {
  const { key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: closes on every navigation
  useEffect(close, [key])
}
