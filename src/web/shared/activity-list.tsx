import { Anchor } from '@mantine/core'
import { Link } from 'react-router'
import type { ActivityEntry } from '#contract/activity.ts'
import { activityLabels } from '#contract/activity-kind.ts'
import { pluralize } from '#domain/pluralize.ts'
import { formatCount } from '../lib/format.ts'
import { paths } from '../lib/paths.ts'
import classes from './activity-list.module.css'
import { FieldChanges } from './field-changes.tsx'
import { RelativeTime } from './relative-time.tsx'
import { Revert } from './revert.tsx'
import { UndoImport } from './undo-import.tsx'

/** Kinds of deletions, after which a task has no page to link to. */
const DELETIONS: readonly ActivityEntry['kind'][] = ['task_deleted', 'all_tasks_deleted', 'trash_deleted']

const RESTORABLE: readonly ActivityEntry['kind'][] = [
  'task_deleted',
  'all_tasks_deleted',
  'type_deleted',
  'import_undone',
]

/** Maximum number of names listed; more names are counted. */
const MAX_NAMES = 4

interface Props {
  entries: readonly ActivityEntry[]
  label: string
}

/** Lists changes with their author, and each field before and after. */
export function ActivityList({ entries, label }: Props) {
  return (
    <ul className={classes.entries} aria-label={label}>
      {entries.map((entry) => (
        <ActivityItem key={entry.id} entry={entry} />
      ))}
    </ul>
  )
}

interface ItemProps {
  entry: ActivityEntry
  /** Task whose page shows the entry. The entry then omits its name and initial fields, and offers to revert changes. */
  taskId?: number
}

/** List item for everything that a person changed at once. */
export function ActivityItem({ entry, taskId }: ItemProps) {
  const isOfOneTask = taskId !== undefined
  const changes = isOfOneTask && entry.kind === 'task_created' ? [] : entry.changes
  return (
    <li className={classes.entry}>
      <div className={classes.head}>
        <span className={classes.what}>
          {activityLabels[entry.kind]}
          {(!isOfOneTask || entry.count > 1) && <Subject entry={entry} />}
          {RESTORABLE.includes(entry.kind) && <TrashLink />}
        </span>
        <span className={classes.who}>
          {entry.who}
          {describeOrigin(entry)} · <RelativeTime at={entry.at} />
        </span>
      </div>
      <FieldChanges changes={changes} />
      {entry.can_revert && <TakeBack entry={entry} taskId={taskId} />}
    </li>
  )
}

function Subject({ entry }: { entry: ActivityEntry }) {
  const { kind, subject, names, count, task_ids: taskIds } = entry
  const text = (subject ? subject + formatTaskCount(entry) : formatNames({ names, count })) + formatTimes(entry)
  if (text === '') return null
  const [taskId] = taskIds
  const isLink = taskIds.length === 1 && taskId !== undefined && !DELETIONS.includes(kind)
  return (
    <>
      :{' '}
      {isLink ? (
        <Anchor component={Link} to={paths.task(taskId)} inherit underline="always">
          {text}
        </Anchor>
      ) : (
        text
      )}
    </>
  )
}

/** Button to revert a change. On the page of a task, it reverts an import for this task only. */
function TakeBack({ entry: { id, kind }, taskId }: { entry: ActivityEntry; taskId: number | undefined }) {
  if (taskId !== undefined) return <Revert taskId={taskId} changeId={id} />
  return kind === 'tasks_imported' && <UndoImport activityId={id} />
}

function TrashLink() {
  return (
    <>
      {' · '}
      <Anchor component={Link} to={paths.trash} inherit underline="always">
        Restore from the trash
      </Anchor>
    </>
  )
}

/** Formats the number of sign-in attempts, because similar attempts share an entry. */
function formatTimes({ kind, count }: ActivityEntry): string {
  return kind.startsWith('sign_in_') && count > 1 ? ` (${formatCount(count)} times)` : ''
}

/** Formats the number of tasks of an entry, as in 'Run All · 200 tasks'. */
function formatTaskCount({ names, count, task_ids: taskIds }: ActivityEntry): string {
  return count > 1 && names.length > 1 && taskIds.length > 1 ? ` · ${pluralize(count, 'task')}` : ''
}

function formatNames({ names, count }: Pick<ActivityEntry, 'names' | 'count'>): string {
  if (names.length === 0) return count > 1 ? formatCount(count) : ''
  const shown = names.length > MAX_NAMES ? names.slice(0, MAX_NAMES - 1) : names
  const others = Math.max(count, names.length) - shown.length
  return others > 0 ? `${shown.join(', ')} and ${formatCount(others)} more` : shown.join(', ')
}

function describeOrigin({ origin, token_name: tokenName, address }: ActivityEntry): string {
  const from = address === null ? '' : ` from ${address}`
  return origin === 'token' ? ` with token ${tokenName ?? ''}${from}` : from
}
