import { Stack, Text } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { NavLink } from 'react-router'
import type { HelpPage } from '#contract/help.ts'
import { paths } from '../lib/paths.ts'
import { PageHeader } from '../ui/page-header.tsx'
import { ExtraCalls } from './extra-calls.tsx'
import { HelpLink } from './help-link.tsx'
import classes from './settings-area.module.css'
import { settingsGroups, settingsLabel } from './settings-pages.ts'

/** Documentation pages by the path of the Settings page. */
const HELP: Readonly<Record<string, HelpPage>> = {
  [paths.settings]: 'use/freshness',
  [paths.alertChannels]: 'use/alerts',
  [paths.myAlerts]: 'use/alerts',
  [paths.googleSetup]: 'install/google',
  [paths.access]: 'install/google',
  [paths.apiTokens]: 'reference/api',
}

interface Props {
  path: string
  /** Sentence under the links, at the same place on every page. */
  description?: ReactNode
  /** Whether the page uses the whole width, as a long list does. */
  isWide?: boolean
  children: ReactNode
}

/** Frame of every page under Settings: the title, and links to the other pages. */
export function SettingsArea({ path: own, description, isWide = false, children }: Props) {
  const help = HELP[own]
  return (
    <Stack gap="md">
      <PageHeader title={own === paths.settings ? 'Settings' : settingsLabel(own)} />
      <ExtraCalls isAwaited>
        <nav aria-label="Settings" className={classes.groups}>
          {settingsGroups.map((group) => (
            <SettingsGroup key={group.label} {...group} />
          ))}
        </nav>
      </ExtraCalls>
      <Stack gap="md" {...(!isWide && { maw: 760 })}>
        {description && (
          <Text size="sm" c="dimmed">
            {description}
          </Text>
        )}
        {children}
        {help && <HelpLink page={help} label={`Help: ${settingsLabel(own)}`} />}
      </Stack>
    </Stack>
  )
}

function SettingsGroup({ label, pages }: (typeof settingsGroups)[number]) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <span id={id} className={classes.groupLabel}>
        {label}
      </span>
      <div className={classes.pages}>
        {pages.map((page) => (
          <NavLink key={page.path} to={page.path} end className={classes.page ?? ''}>
            {page.label}
          </NavLink>
        ))}
      </div>
    </section>
  )
}
