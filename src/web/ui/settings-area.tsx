import { Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { NavLink } from 'react-router'
import { useMayHaveExtraCalls } from '../data/app-info.ts'
import { paths } from '../lib/paths.ts'
import { PageHeader } from './page-header.tsx'
import classes from './settings-area.module.css'

/** The pages under Settings, in the order of their links. The first one is all that the specification knows. */
const settingsPages: readonly { path: string; label: string }[] = [
  { path: paths.settings, label: 'Schedule' },
  { path: paths.access, label: 'My Google access' },
  { path: paths.activity, label: 'Activity' },
  { path: paths.sessions, label: 'Where I am signed in' },
  { path: paths.googleSetup, label: 'Connect Google' },
  { path: paths.apiTokens, label: 'API tokens' },
]

interface Props {
  title: string
  /** A description under the title. */
  description?: ReactNode
  children: ReactNode
}

/** The frame of every page under Settings: the title, and links to the other pages. */
export function SettingsArea({ title, description, children }: Props) {
  const mayHaveExtraCalls = useMayHaveExtraCalls()
  return (
    <Stack gap="md">
      <PageHeader title={title}>{description}</PageHeader>
      {mayHaveExtraCalls && settingsPages.length > 1 && (
        <nav aria-label="Settings" className={classes.pages}>
          {settingsPages.map(({ path, label }) => (
            <NavLink key={path} to={path} end className={classes.page ?? ''}>
              {label}
            </NavLink>
          ))}
        </nav>
      )}
      {children}
    </Stack>
  )
}
