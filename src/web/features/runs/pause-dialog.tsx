import { Button, Group, Radio, Stack, Text, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { DAY_MS, HOUR_MS } from '#domain/time.ts'
import { useAppInfo } from '../../data/app-info.ts'
import { pauseEverything } from '../../data/change-pause.ts'
import { useAction } from '../../lib/action.ts'
import { dateIn } from '../../lib/format.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'

interface Props {
  opened: boolean
  onClose: () => void
}

/** Asks how long to pause everything. */
export function PauseDialog({ opened, onClose }: Props) {
  return (
    <Dialog opened={opened} onClose={onClose} title="Pause everything until …" size="md">
      <PauseForm onClose={onClose} />
    </Dialog>
  )
}

type End = 'hour' | 'tomorrow' | 'monday' | 'date'

function PauseForm({ onClose }: Pick<Props, 'onClose'>) {
  const queryClient = useQueryClient()
  const timezone = useAppInfo()?.timezone
  const [end, setEnd] = useState<End>('tomorrow')
  const [date, setDate] = useState('')
  const { isPending, act } = useAction(['pause-everything'], async () => {
    const nowMs = Date.now()
    const dateAfter = (days: number) => dateIn(nowMs + days * DAY_MS, { timezone })
    const ends: Record<End, () => string> = {
      hour: () => new Date(nowMs + HOUR_MS).toISOString(),
      tomorrow: () => dateAfter(1),
      monday: () => dateAfter(daysUntilMonday(dateAfter(0))),
      date: () => date,
    }
    if (await pauseEverything(queryClient, ends[end]())) onClose()
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    act()
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <Text size="sm">
          Until then, no schedule starts a run, and requested runs wait. Runs that have started go on. A date begins at
          midnight in the time zone of the schedules.
        </Text>
        <Radio.Group aria-label="Until" value={end} onChange={(value) => setEnd(parseEnd(value))}>
          <Stack gap={6}>
            <Radio value="hour" label="In one hour" />
            <Radio value="tomorrow" label="Tomorrow" data-autofocus />
            <Radio value="monday" label="Monday" />
            <Radio value="date" label="Another date" />
          </Stack>
        </Radio.Group>
        {end === 'date' && (
          <TextInput
            type="date"
            label="Date"
            required
            value={date}
            onChange={({ currentTarget }) => setDate(currentTarget.value)}
          />
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose} disabled={isPending}>
            Cancel
          </Button>
          <ActionButton type="submit" isPending={isPending} disabled={end === 'date' && date === ''}>
            Pause
          </ActionButton>
        </Group>
      </Stack>
    </form>
  )
}

function parseEnd(value: string): End {
  return value === 'hour' || value === 'monday' || value === 'date' ? value : 'tomorrow'
}

/** Days until the next Monday, from 1 on Sunday to 7 on Monday. */
function daysUntilMonday(today: string): number {
  return (8 - new Date(today).getUTCDay()) % 7 || 7
}
