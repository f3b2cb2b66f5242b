import { IconLockOpen } from '@tabler/icons-react'
import { type OpenScreen, openScreenUses } from '#contract/route.ts'
import { useOpenScreens } from '../data/app-info.ts'
import { useAuth } from '../data/use-auth.ts'
import classes from './open-screen-note.module.css'

/** Tells a signed-in user that the screen needs no sign-in, and how to require it. */
export function OpenScreenNote({ screen }: { screen: OpenScreen }) {
  const openScreens = useOpenScreens()
  const { isAuthenticated } = useAuth()
  if (!isAuthenticated || !openScreens.includes(screen)) return null
  const others = openScreens.filter((open) => open !== screen)
  return (
    <p className={classes.note} role="note">
      <IconLockOpen size={15} stroke={1.6} className={classes.icon} aria-hidden />
      <span>
        Anyone who can reach this page can {openScreenUses[screen]} without signing in. To require sign-in, start Nano
        Sync with <code>OPEN_SCREENS={others.join(',') || 'none'}</code>
      </span>
    </p>
  )
}
