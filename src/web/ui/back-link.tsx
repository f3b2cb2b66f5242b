import { Anchor } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { Link } from 'react-router'
import classes from './page-header.module.css'

/** Link to the parent screen. */
export function BackLink({ to, label = 'Back' }: { to: string; label?: string }) {
  return (
    <Anchor component={Link} to={to} size="sm" className={classes.back}>
      <IconArrowLeft size={14} aria-hidden />
      {label}
    </Anchor>
  )
}
