import { Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { NavLink } from 'react-router'
import { useMayHaveExtraCalls } from '../data/app-info.ts'
import { paths } from '../lib/paths.ts'
import { PageHeader } from '../ui/page-header.tsx'
import classes from './settings-area.module.css'
import { settingsLabel, settingsPages } from './settings-pages.ts'

interface Props {
  path: string
  /** A sentence under the links, whose place so is the same on every page. */
  description?: ReactNode
  /** Whether the page uses the whole width, as a long list does. */
  isWide?: boolean
  children: ReactNode
}

/** The frame of every page under Settings: the title, and links to the other pages. */
export function SettingsArea({ path: own, description, isWide = false, children }: Props) {
  const mayHaveExtraCalls = useMayHaveExtraCalls()
  return (
    <Stack gap="md">
      <PageHeader title={own === paths.settings ? 'Settings' : settingsLabel(own)} />
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
