import { Alert, FileInput, Group, Stack, Text, Title } from '@mantine/core'
import { IconDownload, IconUpload } from '@tabler/icons-react'
import { useState } from 'react'
import { MAX_TYPE_CSV_BYTES, MAX_TYPE_CSV_ROWS } from '#contract/task-type.ts'
import { useAction } from '../../lib/action.ts'
import { formatCount } from '../../lib/format.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import classes from './task-types.module.css'
import { typeCsvProblem } from './type-csv-file.ts'
import { type BulkMessage, useBulkTypes } from './use-bulk-types.ts'

const MAX_MB = MAX_TYPE_CSV_BYTES / 1024 / 1024
const FILE_PROMPT = 'Choose a CSV file'

/** Imports and exports all types as CSV. */
export function BulkControls() {
  const [file, setFile] = useState<File | null>(null)
  const { message, setMessage, importCsv, exportCsv } = useBulkTypes()
  const importing = useAction(['import-types'], async () => {
    if (file && (await importCsv(file))) setFile(null)
  })
  const exporting = useAction(['export-types'], exportCsv)

  function selectFile(selected: File | null): void {
    const problem = selected && typeCsvProblem(selected)
    setMessage(problem ? { kind: 'error', text: problem } : null)
    setFile(problem ? null : selected)
  }

  return (
    <section className={`${classes.panel} ${classes.tool}`} aria-labelledby="bulk-types">
      <Stack gap="sm">
        <div>
          <Title order={2} size="h5" id="bulk-types">
            Import and export
          </Title>
          <Text size="sm" c="dimmed">
            {`All task types in one .csv file, with at most ${formatCount(MAX_TYPE_CSV_ROWS)} rows and ${MAX_MB} MB.`}
          </Text>
        </div>
        <FileInput
          aria-label={file ? `CSV file to import: ${file.name}` : FILE_PROMPT}
          placeholder={FILE_PROMPT}
          accept=".csv"
          clearable
          value={file}
          onChange={selectFile}
          disabled={importing.isPending || exporting.isPending}
          clearButtonProps={{ 'aria-label': 'Remove file' }}
        />
        <Group gap="xs">
          <ActionButton
            leftSection={<IconUpload size={16} aria-hidden />}
            disabled={!file}
            isBlocked={exporting.isPending}
            isPending={importing.isPending}
            onPress={importing.act}
          >
            Import CSV
          </ActionButton>
          <ActionButton
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
            isBlocked={importing.isPending}
            isPending={exporting.isPending}
            onPress={exporting.act}
          >
            Export CSV
          </ActionButton>
        </Group>
        {message && <BulkAlert message={message} />}
      </Stack>
    </section>
  )
}

function BulkAlert({ message }: { message: BulkMessage }) {
  const isSuccess = message.kind === 'success'
  return (
    <Alert color={isSuccess ? 'teal' : 'red'} role={isSuccess ? 'status' : 'alert'}>
      {message.text}
    </Alert>
  )
}
