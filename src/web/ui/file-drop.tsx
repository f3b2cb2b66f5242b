import { Group, Text } from '@mantine/core'
import { Dropzone } from '@mantine/dropzone'
import '@mantine/dropzone/styles.css'
import { IconFileSpreadsheet, IconUpload } from '@tabler/icons-react'

interface Props {
  file: File | null
  /** Receives any dropped or picked file, CSV or not. The caller validates it and shows errors. */
  onFile: (file: File) => void
  isBusy?: boolean
  label?: string
  /** Describes the expected file. */
  hint?: string
  /** Types of files that the picker offers. */
  accepts?: string
}

/** Area to choose a file by drag and drop or by click. */
export function FileDrop({
  file,
  onFile,
  isBusy = false,
  label = 'Drop a CSV file here, or click to choose one',
  hint = 'UTF-8, with a header row',
  accepts = '.csv',
}: Props) {
  return (
    <Dropzone
      onDrop={(files: File[]) => files[0] && onFile(files[0])}
      multiple={false}
      loading={isBusy}
      useFsAccessApi={false}
      inputProps={{ accept: accepts, 'aria-label': label }}
      aria-label={label}
      p="lg"
    >
      <Group justify="center" gap="sm" wrap="nowrap" mih={64}>
        {file ? (
          <IconFileSpreadsheet size={28} stroke={1.5} aria-hidden />
        ) : (
          <IconUpload size={28} stroke={1.5} aria-hidden />
        )}
        <div>
          <Text size="sm" fw={550}>
            {file ? file.name : label}
          </Text>
          <Text size="xs" c="dimmed">
            {file ? sizeText(file.size) : hint}
          </Text>
        </div>
      </Group>
    </Dropzone>
  )
}

function sizeText(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`
  if (bytes < 1024 * 1024) return `${(bytes / 1024).toFixed(1)} kB`
  return `${(bytes / 1024 / 1024).toFixed(1)} MB`
}
