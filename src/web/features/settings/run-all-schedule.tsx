import { Card, Group, Stack, Text, Title } from '@mantine/core'
import type { RunAllSchedule as Schedule } from '#contract/schedule.ts'
import { timezoneName } from '#domain/schedule/timezone.ts'
import { ScheduleMore } from '../../shared/schedule-more.tsx'
import { UnsavedGuard } from '../../shared/unsaved-guard.tsx'
import { ActionButton } from '../../ui/action-button.tsx'
import { RestoredNotice } from '../../ui/restored-notice.tsx'
import { AddTime } from './add-time.tsx'
import { TimeList } from './time-list.tsx'
import { useRunAllDraft } from './use-run-all-draft.ts'

/** Edits the times of Run All; Save Schedule applies them. */
export function RunAllSchedule({ saved }: { saved: Schedule }) {
  const { times, days, problems, unsaved, isRestored, setTimes, setDay, discard, save } = useRunAllDraft(saved)
  return (
    <Card component="section" padding="md" maw={560} aria-labelledby="run-all">
      <Stack gap="md">
        <div>
          <Title order={2} size="h5" id="run-all">
            Schedule 'Run All' Operations
          </Title>
          <Text size="sm" c="dimmed">
            Every active task runs at these times {days.schedule_days ? 'on the days below' : 'every day'}. Times are in{' '}
            {timezoneName(saved.timezone)}.
          </Text>
        </div>
        {isRestored && unsaved && <RestoredNotice onDiscard={discard} />}
        <TimeList times={times} onRemove={(removed) => setTimes(times.filter((time) => time !== removed))} />
        <AddTime times={times} onAdd={setTimes} />
        <ScheduleMore times={times.join()} values={days} errors={problems} onChange={setDay} />
        <Group gap="sm">
          <ActionButton onPress={save.act} isPending={save.isPending} disabled={Object.keys(problems).length > 0}>
            Save Schedule
          </ActionButton>
          <Text size="sm" c="dimmed" role="status">
            {unsaved && 'Unsaved changes'}
          </Text>
        </Group>
        <UnsavedGuard draft={{ key: 'run-all', label: 'Run All times' }} unsaved={unsaved} />
      </Stack>
    </Card>
  )
}
