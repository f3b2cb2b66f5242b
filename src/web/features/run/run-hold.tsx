import { Card, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { RunDetails } from '#contract/run.ts'
import { taskQuery } from '../../data/tasks.ts'
import { HoldDecision } from '../../shared/hold-decision.tsx'
import { HoldRules } from '../../shared/hold-rules.tsx'
import { RelativeTime } from '../../shared/relative-time.tsx'
import classes from './run-page.module.css'

/** The reason for the hold and the decision about it, or the findings that a person had accepted for the run. */
export function RunHold({ run: { task_id, task_name, hold, is_held } }: { run: RunDetails }) {
  const { data: task } = useQuery(taskQuery(task_id))
  if (!hold) return null
  const isOpen = is_held && task?.hold?.id === hold.id && hold.accepted_by === null
  return (
    <Card padding="sm" component="section" aria-label="Held">
      <h2 className={classes.heading}>{is_held ? 'Why it was held' : 'Copied anyway'}</h2>
      <Text size="sm" component="div">
        <HoldRules rules={hold.rules} />
      </Text>
      <Text size="sm" c="dimmed" mt={4}>
        First held <RelativeTime at={hold.since} />
        {hold.accepted_by !== null && `; accepted by ${hold.accepted_by}`}.
      </Text>
      {isOpen && <HoldDecision hold={hold} task={{ id: task_id, title: task_name, typeName: task.task_type.name }} />}
    </Card>
  )
}
