import { Anchor, Card, Stack, Text } from '@mantine/core'
import { Link } from 'react-router'
import type { Task } from '#contract/task.ts'
import { paths } from '../../../lib/paths.ts'
import { LatestLog } from '../card/latest-log.tsx'

/** The last lines of a task's log, oldest first, and the way to all of it. */
export function TaskLog({ task: { id, logs = [] } }: { task: Task }) {
  return (
    <Card padding="md">
      <Stack gap={2}>
        {logs.map((log, index) => (
          <LatestLog key={log.id || -index} log={log} />
        ))}
        {logs.length === 0 && (
          <Text size="sm" c="dimmed">
            No logs available.
          </Text>
        )}
      </Stack>
      <Anchor component={Link} to={paths.taskLogs(id)} size="sm" mt="sm">
        View Logs
      </Anchor>
    </Card>
  )
}
