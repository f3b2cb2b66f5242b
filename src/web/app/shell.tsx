import { AppShell, Burger, Group, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useEffect } from 'react'
import { Link, Outlet, ScrollRestoration, useLocation } from 'react-router'
import { Account } from '../features/auth/account.tsx'
import { LoginDialog } from '../features/auth/login-dialog.tsx'
import { useAuth } from '../features/auth/use-auth.ts'
import { BrandName, Logo } from '../ui/brand.tsx'
import { LoadingSpinner } from '../ui/loading-spinner.tsx'
import { ColorSchemeToggle } from './color-scheme-toggle.tsx'
import { CommandButton } from './command-button.tsx'
import { DensityToggle } from './density-toggle.tsx'
import { LiveUpdates } from './live-updates.tsx'
import { NavLinks } from './nav-links.tsx'
import classes from './shell.module.css'
import { TabStatus } from './tab-status.tsx'

const HEADER_PX = 52
const NAVBAR_PX = 208

/** The frame around every screen. */
export function Shell() {
  const [isMenuOpen, menu] = useDisclosure()
  const { isAuthenticated, lastCheckedAt } = useAuth()
  useClosingOnNavigation(menu.close)
  return (
    <TabStatus>
      <a href="#main" className={classes.skip}>
        Skip to content
      </a>
      <AppShell
        header={{ height: HEADER_PX }}
        navbar={{ width: NAVBAR_PX, breakpoint: 'sm', collapsed: { mobile: !isMenuOpen } }}
        padding={{ base: 'sm', sm: 'md' }}
      >
        <AppShell.Header px="md" className={classes.bar}>
          <HeaderBar isMenuOpen={isMenuOpen} onToggleMenu={menu.toggle} />
        </AppShell.Header>
        <AppShell.Navbar p="xs" className={classes.bar}>
          <AppShell.Section grow component="nav" aria-label="Main">
            <NavLinks />
          </AppShell.Section>
          <AppShell.Section p="xs">
            <Account />
          </AppShell.Section>
        </AppShell.Navbar>
        <AppShell.Main id="main" tabIndex={-1} className={classes.main}>
          {lastCheckedAt === undefined ? <LoadingSpinner /> : <Outlet />}
        </AppShell.Main>
      </AppShell>
      <LoginDialog />
      {isAuthenticated && <LiveUpdates />}
      <ScrollRestoration />
    </TabStatus>
  )
}

function HeaderBar({ isMenuOpen, onToggleMenu }: { isMenuOpen: boolean; onToggleMenu: () => void }) {
  return (
    <Group h="100%" justify="space-between" wrap="nowrap">
      <Group gap="sm" wrap="nowrap">
        <Burger
          opened={isMenuOpen}
          onClick={onToggleMenu}
          hiddenFrom="sm"
          size="sm"
          aria-label="Toggle navigation"
          aria-expanded={isMenuOpen}
        />
        <Link to="/" className={classes.brand}>
          <Logo />
          <Text fw={700} span>
            <BrandName />
          </Text>
        </Link>
      </Group>
      <Group gap="xs" wrap="nowrap">
        <CommandButton />
        <DensityToggle />
        <ColorSchemeToggle />
      </Group>
    </Group>
  )
}

function useClosingOnNavigation(close: () => void): void {
  const { key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: each navigation closes, whatever its target
  useEffect(close, [key])
}
