import { Anchor, Card, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import type { Task } from '#contract/task.ts'
import { incidentTitle } from '#domain/incidents/incident-text.ts'
import { taskName, withTypeName } from '#domain/tasks/task-name.ts'
import { incidentsQuery } from '../data/incidents.ts'
import { paths } from '../lib/paths.ts'
import { ExtraCalls } from './extra-calls.tsx'
import { RunAffected } from './run-affected.tsx'

interface Props {
  task: Pick<Task, 'id' | 'task_status'>
}

/** The incident of a task as shown on Home, with a button to run all its tasks again; nothing for a single task. */
export function AffectedTasks({ task }: Props) {
  return (
    <ExtraCalls>
      <SharedIncident task={task} />
    </ExtraCalls>
  )
}

function SharedIncident({ task: { id: taskId, task_status: status } }: Props) {
  const { data, refetch } = useQuery(incidentsQuery(taskId))
  const shown = useRef(status)
  useEffect(() => {
    // Read again after a run, because its outcome decides the task's incident.
    if (shown.current !== status) void refetch()
    shown.current = status
  }, [status, refetch])
  const incident = data?.affected
  const [task] = incident?.tasks ?? []
  if (!incident || !task || incident.reason === 'held') return null
  const { reason, message, tasks_count: tasksCount, stopped_count: stoppedCount, stopped_by: stopper } = incident
  const isAlone = tasksCount + stoppedCount === 1 && stopper === null
  if (isAlone) return null
  const first = withTypeName(taskName(task), task.task_type_name)
  const cause = stopper ?? (task.id === taskId ? undefined : task)
  return (
    <Card padding="sm" component="section" aria-label="Affected tasks">
      <Text size="sm" fw={550}>
        {incidentTitle({ reason, first, tasksCount, stoppedCount })}
      </Text>
      {message !== null && (
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {message}
        </Text>
      )}
      <Group gap="sm" mt={6}>
        <RunAffected taskId={taskId} title={first} tasksCount={tasksCount} stoppedCount={stoppedCount} />
        {cause && (
          <Anchor component={Link} to={paths.task(cause.id)} size="sm">
            {withTypeName(cause.name, cause.task_type_name)}
          </Anchor>
        )}
      </Group>
    </Card>
  )
}
