import { Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { NavLink } from 'react-router'
import { useMayHaveExtraCalls } from '../data/app-info.ts'
import { paths } from '../lib/paths.ts'
import { PageHeader } from './page-header.tsx'
import classes from './settings-area.module.css'

/** The pages under Settings, in the order of their links. The first one is all that the specification knows. */
const settingsPages: readonly { path: string; label: string }[] = [
  { path: paths.settings, label: 'Schedule' },
  { path: paths.notifications, label: 'Notifications' },
  { path: paths.googleSetup, label: 'Connect Google' },
  { path: paths.access, label: 'My Google access' },
  { path: paths.sessions, label: 'Where I am signed in' },
  { path: paths.apiTokens, label: 'API tokens' },
  { path: paths.activity, label: 'Activity' },
  { path: paths.trash, label: 'Trash' },
]

interface Props {
  title: string
  /** A sentence under the links, whose place so is the same on every page. */
  description?: ReactNode
  /** Whether the page uses the whole width, as a long list does. */
  isWide?: boolean
  children: ReactNode
}

/** The frame of every page under Settings: the title, and links to the other pages. */
export function SettingsArea({ title, description, isWide = false, children }: Props) {
  const mayHaveExtraCalls = useMayHaveExtraCalls()
  return (
    <Stack gap="md">
      <PageHeader title={title} />
      {mayHaveExtraCalls && settingsPages.length > 1 && (
        <nav aria-label="Settings" className={classes.pages}>
          {settingsPages.map(({ path, label }) => (
            <NavLink key={path} to={path} end className={classes.page ?? ''}>
              {label}
            </NavLink>
          ))}
        </nav>
      )}
      <Stack gap="md" {...(!isWide && { maw: 760 })}>
        {description && (
          <Text size="sm" c="dimmed">
            {description}
          </Text>
        )}
        {children}
      </Stack>
    </Stack>
  )
}
