import { Card, Stack, Text, Title } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { api } from '#contract/api.ts'
import { useAction } from '../../lib/action.ts'
import { callForFile } from '../../lib/call.ts'
import { saveFile } from '../../lib/save-file.ts'
import { CSV_TOAST_MS, toast, toastFailure } from '../../lib/toast.tsx'
import { ActionButton } from '../../ui/action-button.tsx'

const EXPORT_NAME = 'sync_tasks_export.csv'
const EXPORT_FAILED = 'Failed to export sync tasks. Please try again.'

/** Saves all tasks as a CSV file. */
export function ExportCard() {
  const { isPending, act } = useAction(['export-tasks'], exportTasks)
  return (
    <Card component="section" padding="md" aria-labelledby="export-tasks">
      <Stack gap="sm" align="flex-start">
        <div>
          <Title order={2} size="h5" id="export-tasks">
            Export
          </Title>
          <Text size="sm" c="dimmed">
            All sync tasks in one file. Importing an unchanged export changes nothing.
          </Text>
        </div>
        <ActionButton
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          isPending={isPending}
          onPress={act}
        >
          Export as CSV
        </ActionButton>
      </Stack>
    </Card>
  )
}

async function exportTasks(): Promise<void> {
  try {
    const { blob } = await callForFile(api.tasks.exportCsv)
    saveFile(blob, EXPORT_NAME)
    toast.success(`Sync tasks exported to ${EXPORT_NAME}`, { timeoutMs: CSV_TOAST_MS })
  } catch (error) {
    toastFailure(error, { message: EXPORT_FAILED, timeoutMs: CSV_TOAST_MS })
  }
}
