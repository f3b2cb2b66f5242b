import { Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './empty-state.module.css'

interface Props {
  title: string
  /** What the place is for and what to do about its emptiness. */
  hint?: ReactNode
  icon?: ReactNode
  action?: ReactNode
}

/** Stands where a list would be and says why there is none. */
export function EmptyState({ title, hint, icon, action }: Props) {
  return (
    <Stack align="center" gap="xs" py={48} px="md" className={classes.box}>
      {icon && <div className={classes.icon}>{icon}</div>}
      <Text fw={550} ta="center">
        {title}
      </Text>
      {hint && (
        <Text size="sm" c="dimmed" ta="center" maw={420}>
          {hint}
        </Text>
      )}
      {action && <div className={classes.action}>{action}</div>}
    </Stack>
  )
}
