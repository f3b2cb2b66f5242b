import { Alert, Button, Card, List, Stack, Title } from '@mantine/core'
import { IconAlertTriangle, IconUpload } from '@tabler/icons-react'
import { useState } from 'react'
import { CSV_TOAST_MS, toast } from '../../lib/toast.tsx'
import { FileDrop } from '../../ui/file-drop.tsx'
import { ImportResult } from './import-result.tsx'
import { taskCsvProblem } from './task-csv-file.ts'
import { useImportTasks } from './use-import-tasks.ts'

/** Creates and updates tasks from a CSV file. */
export function ImportCard() {
  const [file, setFile] = useState<File | null>(null)
  const importCsv = useImportTasks()

  function selectFile(selected: File): void {
    const problem = taskCsvProblem(selected)
    if (problem) {
      toast.error(problem, { timeoutMs: CSV_TOAST_MS })
      return
    }
    setFile(selected)
    importCsv.reset()
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
        <FileDrop file={file} onFile={selectFile} isBusy={importCsv.isPending} />
        <Button
          leftSection={<IconUpload size={16} aria-hidden />}
          disabled={!file}
          style={{ alignSelf: 'flex-start' }}
          loading={importCsv.isPending}
          onClick={() => file && importCsv.mutate(file, { onSuccess: () => setFile(null) })}
        >
          Import CSV
        </Button>
        {importCsv.data && <ImportResult result={importCsv.data} />}
      </Stack>
    </Card>
  )
}
