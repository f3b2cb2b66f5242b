import { CloseButton } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useAppInfo } from '../../../data/app-info.ts'
import { paths } from '../../../lib/paths.ts'
import classes from './start-note.module.css'

const connectGoogle = <Link to={paths.googleSetup}>Connect Google</Link>

/** Says which spreadsheets tasks copy until Nano Sync is connected to Google, and explains the sample tasks. */
export function StartNote({ onlySamples }: { onlySamples: boolean }) {
  const isUnconnected = useAppInfo()?.spreadsheets === 'embedded'
  if (onlySamples)
    return (
      <Note name="samples" key="samples">
        These are sample tasks on built-in spreadsheets. Run one, or delete them all and add your own.{' '}
        {isUnconnected && <>{connectGoogle} to copy spreadsheets of your own.</>}
      </Note>
    )
  return (
    isUnconnected && (
      <Note name="google" key="google">
        Nano Sync is not connected to Google yet. {connectGoogle}
      </Note>
    )
  )
}

/** A line that is shown until it is dismissed in this browser. */
function Note({ name, children }: { name: string; children: ReactNode }) {
  const [isDismissed, setIsDismissed] = useLocalStorage({
    key: `nano-sync-${name}-note-dismissed`,
    defaultValue: false,
    getInitialValueInEffect: false,
  })
  if (isDismissed) return null
  return (
    <p className={classes.note} role="note">
      <span>{children}</span>
      <CloseButton
        className={classes.close}
        aria-label="Dismiss"
        title="Dismiss"
        onClick={() => setIsDismissed(true)}
      />
    </p>
  )
}
