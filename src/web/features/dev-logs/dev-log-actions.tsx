import { Button, Group } from '@mantine/core'
import { IconCopy, IconRefresh } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { devLogLinesQuery } from '../../data/dev-logs.ts'
import { toast } from '../../lib/toast.tsx'
import { ClearDevLog } from './clear-dev-log.tsx'

interface Props {
  file: string
  lines: readonly string[]
  isRefreshing: boolean
}

/** Buttons that refresh, copy and clear a log file. */
export function DevLogActions({ file, lines, isRefreshing }: Props) {
  const queryClient = useQueryClient()
  return (
    <Group gap="xs">
      <Button
        variant="default"
        leftSection={<IconRefresh size={16} aria-hidden />}
        loading={isRefreshing}
        onClick={() => queryClient.invalidateQueries(devLogLinesQuery(file))}
      >
        Refresh
      </Button>
      <Button
        variant="default"
        leftSection={<IconCopy size={16} aria-hidden />}
        disabled={lines.length === 0}
        onClick={() => copy(lines)}
      >
        Copy Logs
      </Button>
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
