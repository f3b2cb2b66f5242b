import { Group } from '@mantine/core'
import { IconCopy, IconRefresh } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { devLogLinesQuery } from '../../data/dev-logs.ts'
import { useAction } from '../../lib/action.ts'
import { readNow } from '../../lib/read-schedule.ts'
import { toast } from '../../lib/toast.tsx'
import { ActionButton } from '../../ui/action-button.tsx'
import { ClearDevLog } from './clear-dev-log.tsx'

interface Props {
  file: string
  lines: readonly string[]
  isRefreshing: boolean
}

/** Buttons to refresh, copy and clear a log file. */
export function DevLogActions({ file, lines, isRefreshing }: Props) {
  const queryClient = useQueryClient()
  const copyLines = useAction(['copy-logs'], () => copy(lines))
  return (
    <Group gap="xs">
      <ActionButton
        variant="default"
        leftSection={<IconRefresh size={16} aria-hidden />}
        isPending={isRefreshing}
        onPress={() => void readNow(queryClient, { queryKey: devLogLinesQuery(file).queryKey })}
      >
        Refresh
      </ActionButton>
      <ActionButton
        variant="default"
        leftSection={<IconCopy size={16} aria-hidden />}
        disabled={lines.length === 0}
        isPending={copyLines.isPending}
        onPress={copyLines.act}
      >
        Copy Logs
      </ActionButton>
      <ClearDevLog file={file} />
    </Group>
  )
}

async function copy(lines: readonly string[]): Promise<void> {
  try {
    await navigator.clipboard.writeText(lines.join('\n'))
    toast.success('Logs copied')
  } catch {
    toast.error('Failed to copy logs')
  }
}
