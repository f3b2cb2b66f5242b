import { CloseButton } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import classes from './samples-note.module.css'

/** Explains the samples of a new installation, until it is dismissed in this browser. */
export function SamplesNote() {
  const [isDismissed, setIsDismissed] = useLocalStorage({
    key: 'nano-sync-samples-note-dismissed',
    defaultValue: false,
    getInitialValueInEffect: false,
  })
  if (isDismissed) return null
  return (
    <p className={classes.note} role="note">
      <span>These are sample tasks on built-in spreadsheets. Run one, or delete them all and add your own.</span>
      <CloseButton
        className={classes.close}
        aria-label="Dismiss"
        title="Dismiss"
        onClick={() => setIsDismissed(true)}
      />
    </p>
  )
}
