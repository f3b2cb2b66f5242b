import { Card, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Task } from '#contract/task.ts'
import { AffectedTasks } from '../../../shared/affected-tasks.tsx'
import { DeliveryCard } from '../../../shared/delivery-card.tsx'
import { ExtraCalls } from '../../../shared/extra-calls.tsx'
import { ConflictingTasks } from './conflicting-tasks.tsx'
import { TaskHold } from './task-hold.tsx'
import { TaskIncidents } from './task-incidents.tsx'
import classes from './task-page.module.css'

/** The card of a task with its open questions above and details below, on its page and beside the list. */
export function TaskOverview({ task, children }: { task: Task; children: ReactNode }) {
  return (
    <Stack gap="sm" className={classes.column}>
      <TaskHold task={task} />
      <AffectedTasks task={task} />
      {task.delivery && <DeliveryCard delivery={task.delivery} />}
      {children}
      {task.notes && <Notes text={task.notes} />}
      <ConflictingTasks task={task} />
      <ExtraCalls>
        <TaskIncidents taskId={task.id} shownLine={task.latest_log?.message} />
      </ExtraCalls>
    </Stack>
  )
}

function Notes({ text }: { text: string }) {
  return (
    <Card padding="sm" component="section" aria-label="Notes">
      <h2 className={classes.heading}>Notes</h2>
      <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {text}
      </Text>
    </Card>
  )
}
