import { Alert, Group, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { Pause } from '#contract/pause.ts'
import { shortTimezoneName } from '#domain/schedule/timezone.ts'
import { useAppInfo } from '../data/app-info.ts'
import { resumeEverything } from '../data/change-pause.ts'
import { useAction } from '../lib/action.ts'
import { formatOccurrence } from '../lib/format.ts'
import { ActionButton } from '../ui/action-button.tsx'

/** Shows when the pause of everything ends, with a button to end it now. */
export function PauseBanner({ pause }: { pause: Pause }) {
  const queryClient = useQueryClient()
  const timezone = useAppInfo()?.timezone
  const { isPending, act } = useAction(['resume-everything'], () => resumeEverything(queryClient))
  const end = formatOccurrence(new Date(pause.until), { timezone })
  return (
    <Alert color="yellow" role="status" p="xs" mb="sm" aria-label="Pause">
      <Group justify="space-between" gap="xs">
        <Text size="sm">
          Everything is paused until {end}
          {timezone && ` ${shortTimezoneName(timezone)}`} by {pause.set_by}. No schedule starts a run, and requested
          runs wait.
        </Text>
        <ActionButton size="xs" variant="default" isPending={isPending} onPress={act}>
          Resume now
        </ActionButton>
      </Group>
    </Alert>
  )
}
