import { Button, Group } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconCopy, IconEraser, IconRefresh } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '#contract/api.ts'
import { call } from '../../lib/call.ts'
import { CallError } from '../../lib/call-error.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { toast } from '../../ui/toast.ts'
import { devLogLinesQuery } from './queries.ts'

interface Props {
  file: string
  lines: readonly string[]
  isReading: boolean
}

/** Read again, copy and clear a log file. */
export function DevLogActions({ file, lines, isReading }: Props) {
  const queryClient = useQueryClient()
  const [isAsking, asking] = useDisclosure()
  const clear = useMutation({
    mutationFn: () => call(api.devLogs.clear, { query: { file } }),
    onSuccess: () => {
      queryClient.setQueryData(devLogLinesQuery(file).queryKey, [])
      toast.success('Logs cleared')
    },
    onError: (error) => {
      if (error instanceof CallError && error.status === 404) toast.info('Log file not found, nothing to clear')
      else toast.error('Error clearing logs')
    },
    onSettled: asking.close,
  })

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(lines.join('\n'))
      toast.success('Logs copied')
    } catch {
      toast.error('Failed to copy logs')
    }
  }

  return (
    <Group gap="xs">
      <Button
        variant="default"
        leftSection={<IconRefresh size={16} aria-hidden />}
        loading={isReading}
        onClick={() => queryClient.invalidateQueries(devLogLinesQuery(file))}
      >
        Refresh
      </Button>
      <Button
        variant="default"
        leftSection={<IconCopy size={16} aria-hidden />}
        disabled={lines.length === 0}
        onClick={copy}
      >
        Copy Logs
      </Button>
      <Button variant="default" leftSection={<IconEraser size={16} aria-hidden />} onClick={asking.open}>
        Clear Logs
      </Button>
      <ConfirmDialog
        opened={isAsking}
        title="Clear Logs"
        confirmLabel="Clear"
        isDangerous
        isBusy={clear.isPending}
        onConfirm={() => clear.mutate()}
        onClose={asking.close}
      >
        {`The log file ${file} will be emptied. This cannot be undone.`}
      </ConfirmDialog>
    </Group>
  )
}
