import type { ReactNode } from 'react'
import type { TaskProgress } from '#contract/task-progress.ts'
import { NO_STATE, type TaskFilter } from '../../../data/task-filter.ts'
import { StatusDot } from '../../../shared/status-dot.tsx'
import { statusLabel } from '../../../shared/task-tone.ts'
import { summarizeStatuses } from './status-counts.ts'
import classes from './task-list.module.css'

interface Props {
  total: number
  filtered: number
  /** The status of all tasks, on all pages. */
  progress: readonly TaskProgress[]
  filter: TaskFilter
  onChange: (change: Partial<TaskFilter>) => void
  /** Action on the tasks of the selected count. */
  children: ReactNode
}

/** Number of tasks: in total, after filtering and by status. Each count is a filter; the total clears them. */
export function ListSummary({ total, filtered, progress, filter, onChange, children }: Props) {
  const { shown, hasManyMore } = summarizeStatuses(progress)
  const inactive = progress.filter(({ is_active }) => !is_active).length
  return (
    <div className={classes.summary}>
      <button type="button" className={classes.count} onClick={() => onChange({ ...NO_STATE, typeId: undefined })}>
        {total} total, {filtered} filtered
      </button>
      {shown.map(({ status, count }) => (
        <Count
          key={status}
          isPressed={filter.status === status}
          onToggle={(isPressed) => onChange({ ...NO_STATE, status: isPressed ? status : undefined })}
        >
          <StatusDot status={status} />
          {count} {statusLabel(status)}
        </Count>
      ))}
      <Count
        isPressed={filter.isActive === false}
        onToggle={(isPressed) => onChange({ isActive: isPressed ? false : undefined })}
      >
        {inactive} inactive
      </Count>
      {hasManyMore && <span>...</span>}
      {children}
    </div>
  )
}

interface CountProps {
  isPressed: boolean
  onToggle: (isPressed: boolean) => void
  children: ReactNode
}

function Count({ isPressed, onToggle, children }: CountProps) {
  return (
    <button type="button" className={classes.count} aria-pressed={isPressed} onClick={() => onToggle(!isPressed)}>
      {children}
    </button>
  )
}
