import { Anchor } from '@mantine/core'
import { IconArrowRight } from '@tabler/icons-react'
import { Link } from 'react-router'
import type { ActivityEntry, FieldChange } from '#contract/activity.ts'
import { activityLabels } from '#contract/activity-kind.ts'
import { fieldWords } from '../lib/field-words.ts'
import { formatCount } from '../lib/format.ts'
import { paths } from '../lib/paths.ts'
import classes from './activity-list.module.css'
import { RelativeTime } from './relative-time.tsx'

/** After these, there is no page of the task any more. */
const DELETIONS: readonly ActivityEntry['kind'][] = ['task_deleted', 'all_tasks_deleted']

interface Props {
  entries: readonly ActivityEntry[]
  label: string
  /** On the page of a task: leaves out its name, and the fields that it was created with. */
  isOfOneTask?: boolean
}

/** Who changed what, with each field before and after. */
export function ActivityList({ entries, label, isOfOneTask = false }: Props) {
  return (
    <ul className={classes.entries} aria-label={label} data-of-one-task={isOfOneTask || undefined}>
      {entries.map((entry) => (
        <Entry key={entry.id} entry={entry} isOfOneTask={isOfOneTask} />
      ))}
    </ul>
  )
}

function Entry({ entry, isOfOneTask }: { entry: ActivityEntry; isOfOneTask: boolean }) {
  const changes = isOfOneTask && entry.kind === 'task_created' ? [] : entry.changes
  return (
    <li className={classes.entry}>
      <div className={classes.head}>
        <span className={classes.what}>
          {activityLabels[entry.kind]}
          {(!isOfOneTask || entry.count > 1) && <Subject entry={entry} />}
        </span>
        <span className={classes.who}>
          {entry.who}
          {originOf(entry)} · <RelativeTime at={entry.at} />
        </span>
      </div>
      {changes.length > 0 && (
        <dl className={classes.changes}>
          {changes.map((change) => (
            <FieldRow key={change.field} change={change} />
          ))}
        </dl>
      )}
    </li>
  )
}

function Subject({ entry }: { entry: ActivityEntry }) {
  const { kind, subject, names, count, task_ids: taskIds } = entry
  const text = subject || namesOf({ names, count })
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

function namesOf({ names, count }: Pick<ActivityEntry, 'names' | 'count'>): string {
  if (names.length === 0) return count > 1 ? formatCount(count) : ''
  const others = count - names.length
  return others > 0 ? `${names.join(', ')} and ${formatCount(others)} more` : names.join(', ')
}

function originOf({ origin, token_name: tokenName, address }: ActivityEntry): string {
  const from = address === null ? '' : ` from ${address}`
  return origin === 'token' ? ` with token ${tokenName ?? ''}${from}` : from
}

function FieldRow({ change: { field, before, after } }: { change: FieldChange }) {
  return (
    <div className={classes.change}>
      <dt>{fieldWords(field)}</dt>
      <dd>
        {before !== null && (before === '' ? <Empty /> : <del>{before}</del>)}
        {before !== null && after !== null && <IconArrowRight className={classes.arrow} size={14} aria-hidden />}
        {after !== null && (after === '' ? <Empty /> : <ins>{after}</ins>)}
      </dd>
    </div>
  )
}

function Empty() {
  return <span className={classes.empty}>empty</span>
}
