import { Alert, Button, Card, Group, List, Stack, Title } from '@mantine/core'
import { IconAlertTriangle, IconUpload } from '@tabler/icons-react'
import { useState } from 'react'
import { useAction } from '../../lib/action.ts'
import { CSV_TOAST_MS, toast } from '../../lib/toast.tsx'
import { ActionButton } from '../../ui/action-button.tsx'
import { FileDrop } from '../../ui/file-drop.tsx'
import { ImportPreview } from './import-preview.tsx'
import { ImportResult } from './import-result.tsx'
import { taskCsvProblem } from './task-csv-file.ts'
import { useImportPreview } from './use-import-preview.ts'
import { useImportTasks } from './use-import-tasks.ts'

/** Creates and updates tasks from a CSV file. */
export function ImportCard() {
  const [file, setFile] = useState<File | null>(null)
  const importCsv = useImportTasks()
  const preview = useImportPreview()
  const previewed = preview.result?.file === file ? preview.result : undefined
  const previewing = useAction(['preview-import'], async () => file && preview.start(file))
  const { isPending, act } = useAction(['import-tasks'], async () => {
    if (file && (await importCsv.start(file))) setFile(null)
  })

  function selectFile(selected: File): void {
    const problem = taskCsvProblem(selected)
    if (problem) {
      toast.error(problem, { timeoutMs: CSV_TOAST_MS })
      return
    }
    setFile(selected)
    importCsv.clear()
  }

  return (
    <Card component="section" padding="md" aria-labelledby="import-tasks">
      <Stack gap="sm">
        <Title order={2} size="h5" id="import-tasks">
          Import
        </Title>
        <Alert color="yellow" icon={<IconAlertTriangle size={18} aria-hidden />} title="Before you import">
          <List size="sm" spacing={2}>
            <List.Item>Rows with an existing ID update that task.</List.Item>
            <List.Item>IDs provided for new records are ignored, and new IDs are generated.</List.Item>
            <List.Item>Use the latest exported file to avoid overwriting newer changes.</List.Item>
          </List>
        </Alert>
        <FileDrop file={file} onFile={selectFile} isBusy={isPending} />
        <Group gap="xs">
          <ActionButton
            leftSection={<IconUpload size={16} aria-hidden />}
            disabled={!file}
            isPending={isPending}
            onPress={act}
          >
            Import CSV
          </ActionButton>
          <ActionButton variant="default" disabled={!file} isPending={previewing.isPending} onPress={previewing.act}>
            Preview changes
          </ActionButton>
          {previewed && (
            <Button variant="subtle" onClick={() => setFile(null)}>
              Cancel
            </Button>
          )}
        </Group>
        {previewed && <ImportPreview file={previewed.file} preview={previewed.reply} />}
        {importCsv.result && <ImportResult file={importCsv.result.file} result={importCsv.result.reply} />}
      </Stack>
    </Card>
  )
}
