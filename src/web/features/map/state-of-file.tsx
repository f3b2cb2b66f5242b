import type { MappedFile } from '#domain/chains/file-map.ts'
import { worstStatus } from '../../data/task-status.ts'
import { StatusDot } from '../../shared/status-dot.tsx'
import { statusLabel } from '../../shared/task-tone.ts'
import classes from './map.module.css'
import type { MapTask } from './use-mapped-tasks.ts'

/** State of the most urgent task that fills a file; nothing for a file that only people fill. */
export function StateOfFile({ file }: { file: MappedFile<MapTask> }) {
  const status = worstStatus(file.tabs.flatMap(({ filledBy }) => filledBy.map(({ task }) => task)))
  if (status === undefined) return null
  return (
    <span className={classes.state} title={statusLabel(status)}>
      <StatusDot status={status} />
    </span>
  )
}
