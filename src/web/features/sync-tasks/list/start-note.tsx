import { CloseButton } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { Link } from 'react-router'
import { useAppInfo, useAwaitsAppInfo } from '../../../data/app-info.ts'
import { paths } from '../../../lib/paths.ts'
import classes from './start-note.module.css'

type NoteSubject = keyof typeof NOTES

const NOTES = {
  samples: 'These are sample tasks on built-in spreadsheets. Run one, or delete them all and add your own.',
  google: 'Nano Sync is not connected to Google yet.',
}

/** Note about the sample tasks, or about the missing connection to Google, until it is dismissed in this browser. */
export function StartNote({ about }: { about: NoteSubject }) {
  const isUnconnected = useAppInfo()?.spreadsheets === 'embedded'
  const [isDismissed, setIsDismissed] = useDismissal(about)
  if (isDismissed || (about === 'google' && !isUnconnected)) return null
  return (
    <p className={classes.note} role="note">
      <span>
        {NOTES[about]} {isUnconnected && <Link to={paths.googleSetup}>Connect Google</Link>}
      </span>
      <CloseButton
        className={classes.close}
        aria-label="Dismiss"
        title="Dismiss"
        onClick={() => setIsDismissed(true)}
      />
    </p>
  )
}

/** Whether it is still unknown if the note appears. The list waits, because a late note would push it down. */
export function useAwaitsNote(about: NoteSubject): boolean {
  const awaitsInfo = useAwaitsAppInfo()
  const [isDismissed] = useDismissal(about)
  return about === 'google' && !isDismissed && awaitsInfo
}

function useDismissal(about: NoteSubject) {
  return useLocalStorage({
    key: `nano-sync-${about}-note-dismissed`,
    defaultValue: false,
    getInitialValueInEffect: false,
  })
}
