import { useTimeout } from '@mantine/hooks'
import { useState } from 'react'
import classes from './task-card.module.css'

const LOCK_MS = 500

interface Props {
  isActive: boolean
  onChange: (isActive: boolean) => Promise<void>
}

/** Activates or deactivates a task. It ignores further clicks until the call has ended, plus half a second. */
export function ActiveToggle({ isActive, onChange }: Props) {
  const [phase, setPhase] = useState<'ready' | 'updating' | 'locked'>('ready')
  const unlock = useTimeout(() => setPhase('ready'), LOCK_MS)

  async function toggle(): Promise<void> {
    if (phase !== 'ready') return
    setPhase('updating')
    await onChange(!isActive)
    setPhase('locked')
    unlock.start()
  }

  return (
    <label className={classes.toggle}>
      <input
        type="checkbox"
        role="switch"
        checked={isActive}
        aria-checked={isActive}
        aria-disabled={phase !== 'ready'}
        onChange={() => void toggle()}
      />
      {phase === 'updating' ? 'Updating...' : isActive ? 'Active' : 'Inactive'}
    </label>
  )
}
