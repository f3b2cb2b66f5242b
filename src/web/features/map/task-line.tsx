import { Link } from 'react-router'
import { pluralize } from '#domain/pluralize.ts'
import { withTypeName } from '#domain/tasks/task-name.ts'
import { paths } from '../../lib/paths.ts'
import graphClasses from '../../shared/graph.module.css'
import { RelativeTime } from '../../shared/relative-time.tsx'
import { StatusDot } from '../../shared/status-dot.tsx'
import { statusLabel } from '../../shared/task-tone.ts'
import classes from './map.module.css'
import { fileName, tabName, targetName } from './map-names.ts'
import type { MapTask } from './use-mapped-tasks.ts'

interface Props {
  task: MapTask
  /** Side of the copy that the other file is on. */
  end: 'source' | 'target'
  isLooping: boolean
  onSelect: (id: string) => void
}

/** A copy from or to another file, with its state and when its target was last verified. */
export function TaskLine({ task, end, isLooping, onSelect }: Props) {
  const { sourceSsId, sourceSsName, sourceSheetName, targetSsId, targetSsName, targetSheetName, splitBy } = task
  const target = { id: targetSsId, name: targetSsName, value: null }
  const other = end === 'source' ? { id: sourceSsId, name: sourceSsName, value: null } : target
  const { task_status, is_active, freshness, more_sources } = task.task
  const moreCount = more_sources.length
  return (
    <li className={classes.line}>
      <span className={graphClasses.name}>
        <StatusDot status={task_status} />
        <Link to={paths.task(task.id)} className={classes.link}>
          {withTypeName(task.name, task.typeName)}
        </Link>
        {isLooping && <span className={classes.mark}>Loop</span>}
        {freshness?.state === 'late' && <span className={classes.mark}>Late</span>}
      </span>
      <span className={classes.facts}>
        {end === 'source' ? 'From ' : 'To '}
        {end === 'target' && splitBy ? (
          <Link to={paths.task(task.id)} className={classes.link}>
            {targetName(task)}
          </Link>
        ) : (
          <button type="button" className={classes.jump} onClick={() => onSelect(other.id)}>
            {fileName(other)}
          </button>
        )}
        {end === 'source' && moreCount > 0 && ` and ${pluralize(moreCount, 'more source')}`}
        {`: ${tabName({ name: sourceSheetName })} ${splitBy ? `by ${splitBy}` : `to ${tabName({ name: targetSheetName })}`}`}
      </span>
      <span className={classes.facts}>
        {is_active ? statusLabel(task_status) : 'Inactive'} · verified{' '}
        <RelativeTime at={task.verifiedAt} empty="never" />
        {task.followsSource && ' · runs when its source was copied'}
      </span>
    </li>
  )
}
