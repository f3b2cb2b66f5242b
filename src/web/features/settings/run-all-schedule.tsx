import { Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#contract/api.ts'
import type { RunAllSchedule as Schedule } from '#contract/schedule.ts'
import { call } from '../../lib/call.ts'
import { messageOf } from '../../lib/call-error.ts'
import { keyOf } from '../../lib/route-query.ts'
import { toast } from '../../ui/toast.ts'
import { AddTime } from './add-time.tsx'
import { runAllScheduleQuery } from './queries.ts'
import { TimeList } from './time-list.tsx'

/** Chooses the times at which all tasks run; nothing changes before Save Schedule. */
export function RunAllSchedule({ saved }: { saved: Schedule }) {
  const queryClient = useQueryClient()
  const [draft, setDraft] = useState<string[] | null>(null)
  const times = draft ?? saved.scheduled_times
  const isChanged = draft !== null && draft.join() !== saved.scheduled_times.join()

  const save = useMutation({
    mutationFn: () => call(api.schedules.setRunAll, { body: { scheduled_times: times } }),
    onSuccess: ({ message, ...schedule }) => {
      queryClient.setQueryData(runAllScheduleQuery().queryKey, schedule)
      setDraft(null)
      toast.success(message)
      return queryClient.invalidateQueries({ queryKey: keyOf(api.schedules.list) })
    },
    onError: (error) => toast.error(messageOf(error, 'Failed to save schedule')),
  })

  return (
    <Card component="section" padding="md" maw={560} aria-labelledby="run-all">
      <Stack gap="md">
        <div>
          <Title order={2} size="h5" id="run-all">
            Schedule 'Run All' Operations
          </Title>
          <Text size="sm" c="dimmed">
            Every active task runs at these times of each day. Times are in EST ({saved.timezone}).
          </Text>
        </div>
        <TimeList times={times} onRemove={(gone) => setDraft(times.filter((time) => time !== gone))} />
        <AddTime times={times} onAdd={setDraft} />
        <Group gap="sm">
          <Button onClick={() => save.mutate()} loading={save.isPending}>
            Save Schedule
          </Button>
          <Text size="sm" c="dimmed" role="status">
            {isChanged && 'Changes are not saved yet.'}
          </Text>
        </Group>
      </Stack>
    </Card>
  )
}
