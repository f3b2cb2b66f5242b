import { Alert, Button, Card, List, Stack, Title } from '@mantine/core'
import { IconAlertTriangle, IconUpload } from '@tabler/icons-react'
import { useState } from 'react'
import { CSV_TOAST_MS, toast } from '../../lib/toast.ts'
import { FileDrop } from '../../ui/file-drop.tsx'
import { ImportResult } from './import-result.tsx'
import { taskCsvFault } from './task-csv-file.ts'
import { useImportTasks } from './use-import-tasks.ts'

/** Creates and updates tasks from a CSV file. */
export function ImportCard() {
  const [file, setFile] = useState<File | null>(null)
  const importCsv = useImportTasks()

  function choose(chosen: File): void {
    const fault = taskCsvFault(chosen)
    if (fault) {
      toast.error(fault, { timeoutMs: CSV_TOAST_MS })
      return
    }
    setFile(chosen)
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
            <List.Item>Rows whose ID exists update that task.</List.Item>
            <List.Item>IDs given for new records are ignored; new IDs are generated.</List.Item>
            <List.Item>Use the latest exported file, so that no newer change is overwritten.</List.Item>
          </List>
        </Alert>
        <FileDrop file={file} onFile={choose} isBusy={importCsv.isPending} />
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
