import { Anchor } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { Link } from 'react-router'
import classes from './page-header.module.css'

/** The way back to the screen above this one. */
export function BackLink({ to, label = 'Back' }: { to: string; label?: string }) {
  return (
    <Anchor component={Link} to={to} size="sm" className={classes.back}>
      <IconArrowLeft size={14} aria-hidden />
      {label}
    </Anchor>
  )
}
