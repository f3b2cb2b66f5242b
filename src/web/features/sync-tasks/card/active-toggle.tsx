import classes from './card-controls.module.css'

interface Props {
  isActive: boolean
  isUpdating: boolean
  /** Ignores further clicks. */
  isLocked: boolean
  onChange: (isActive: boolean) => void
}

/** Activates or deactivates a task. */
export function ActiveToggle({ isActive, isUpdating, isLocked, onChange }: Props) {
  const isReady = !isUpdating && !isLocked
  return (
    <label className={classes.toggle}>
      <input
        type="checkbox"
        role="switch"
        checked={isActive}
        aria-checked={isActive}
        aria-busy={isUpdating || undefined}
        aria-disabled={!isReady}
        onChange={() => isReady && onChange(!isActive)}
      />
      {isUpdating ? 'Updating...' : isActive ? 'Active' : 'Inactive'}
    </label>
  )
}
