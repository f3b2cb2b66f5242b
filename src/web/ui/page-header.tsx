import { Group, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { BackLink } from './back-link.tsx'
import classes from './page-header.module.css'
import { TabTitle } from './tab-title.tsx'

interface Props {
  title: string
  /** Path of the screen above; its link stands over the title. */
  backTo?: string
  /** Counts or a sentence under the title. */
  children?: ReactNode
  actions?: ReactNode
}

/** The head of a screen: its one `h1`, the way back, and what can be done here. Names the tab, too. */
export function PageHeader({ title, backTo, children, actions }: Props) {
  return (
    <header className={classes.header}>
      <TabTitle screen={title} />
      {backTo && <BackLink to={backTo} />}
      <Group justify="space-between" align="flex-end" gap="sm">
        <div className={classes.words}>
          <Title order={1} size="h3">
            {title}
          </Title>
          {children}
        </div>
        {actions && <Group gap="xs">{actions}</Group>}
      </Group>
    </header>
  )
}
