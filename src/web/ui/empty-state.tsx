import { Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './empty-state.module.css'

interface Props {
  title: string
  /** Explains which items would be listed here and how to add one. */
  hint?: ReactNode
  icon?: ReactNode
  action?: ReactNode
}

/** Placeholder for an empty list that says why it is empty. */
export function EmptyState({ title, hint, icon, action }: Props) {
  return (
    <Stack align="center" gap="xs" py={48} px="md" className={classes.box}>
      {icon && <div className={classes.icon}>{icon}</div>}
      <Text fw={550} ta="center">
        {title}
      </Text>
      {hint && (
        <Text size="sm" c="dimmed" ta="center" maw={420} className={classes.hint}>
          {hint}
        </Text>
      )}
      {action && <div className={classes.action}>{action}</div>}
    </Stack>
  )
}
