import { Anchor, Group, Title } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import classes from './page-header.module.css'
import { TabTitle } from './tab-title.tsx'

interface Props {
  title: string
  /** Path of the parent screen, linked above the title. */
  backTo?: string
  /** Links to the neighbors of the screen. */
  beside?: ReactNode
  /** Counts or a description under the title. */
  children?: ReactNode
  actions?: ReactNode
}

/** Builds the title of a screen about a task. The task comes first, so browser tabs differ; it is missing while it loads. */
export function titleOfTask(screen: string, task: string | undefined): string {
  return task === undefined ? screen : `${task} · ${screen}`
}

/** Header of a screen: its only `h1`, a link back and actions. It also sets the tab title. */
export function PageHeader({ title, backTo, beside, children, actions }: Props) {
  const heading = (
    <Title order={1} size="h3">
      {title}
    </Title>
  )
  return (
    <header className={classes.header}>
      <TabTitle screen={title} />
      {backTo && (
        <Anchor component={Link} to={backTo} size="sm" className={classes.back}>
          <IconArrowLeft size={14} aria-hidden />
          Back
        </Anchor>
      )}
      <Group justify="space-between" align="flex-end" gap="sm">
        <div className={classes.text}>
          {beside ? (
            <Group gap="lg">
              {heading}
              {beside}
            </Group>
          ) : (
            heading
          )}
          {children}
        </div>
        {actions && <Group gap="xs">{actions}</Group>}
      </Group>
    </header>
  )
}
