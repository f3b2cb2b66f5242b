import { useEffect, useRef, useState } from 'react'
import classes from './task-card.module.css'

const LOCK_MS = 500

interface Props {
  isActive: boolean
  onChange: (isActive: boolean) => Promise<void>
}

/** Activates or deactivates a task. It ignores further clicks until the call has ended, plus half a second. */
export function ActiveToggle({ isActive, onChange }: Props) {
  const [phase, setPhase] = useState<'ready' | 'updating' | 'locked'>('ready')
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  async function toggle(): Promise<void> {
    if (phase !== 'ready') return
    setPhase('updating')
    await onChange(!isActive)
    setPhase('locked')
    timer.current = setTimeout(() => setPhase('ready'), LOCK_MS)
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
