import { Anchor, Card, Text } from '@mantine/core'
import { Link } from 'react-router'
import type { Task } from '#contract/task.ts'
import { taskName, withTypeName } from '#domain/tasks/task-name.ts'
import { paths } from '../../../lib/paths.ts'
import { HoldDecision } from '../../../shared/hold-decision.tsx'
import { HoldRules } from '../../../shared/hold-rules.tsx'
import { RelativeTime } from '../../../shared/relative-time.tsx'
import classes from './task-page.module.css'

/** The hold of the task, with its reason; nothing if the task is not held. */
export function TaskHold({ task }: { task: Task }) {
  const { hold } = task
  if (!hold) return null
  return (
    <Card padding="sm" component="section" aria-label="Held">
      <h2 className={classes.heading}>Held</h2>
      <Text size="sm" component="div">
        <HoldRules rules={hold.rules} />
      </Text>
      <Text size="sm" c="dimmed">
        First held <RelativeTime at={hold.since} />
        {hold.accepted_by === null ? '.' : `. Accepted by ${hold.accepted_by}: the next run copies.`}
      </Text>
      {hold.accepted_by === null && (
        <HoldDecision
          hold={hold}
          task={{
            id: task.id,
            title: withTypeName(taskName(task), task.task_type.name),
            typeName: task.task_type.name,
          }}
        />
      )}
      <Anchor component={Link} to={paths.heldTasks} size="sm">
        All held tasks
      </Anchor>
    </Card>
  )
}
