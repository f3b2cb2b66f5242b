import classes from './card-controls.module.css'

interface Props {
  taskName: string
  isActive: boolean
  isUpdating: boolean
  /** Ignores further clicks. */
  isLocked: boolean
  onChange: (isActive: boolean) => void
}

/** Activates or deactivates a task. */
export function ActiveToggle({ taskName, isActive, isUpdating, isLocked, onChange }: Props) {
  const isReady = !isUpdating && !isLocked
  const state = isUpdating ? 'Updating...' : isActive ? 'Active' : 'Inactive'
  return (
    <label className={classes.toggle}>
      <input
        type="checkbox"
        role="switch"
        aria-label={`${state} ${taskName}`}
        checked={isActive}
        aria-checked={isActive}
        aria-busy={isUpdating || undefined}
        aria-disabled={!isReady}
        onChange={() => isReady && onChange(!isActive)}
      />
      {state}
    </label>
  )
}
