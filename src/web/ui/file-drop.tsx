import { Group, Text } from '@mantine/core'
import { Dropzone } from '@mantine/dropzone'
import '@mantine/dropzone/styles.css'
import { IconFileSpreadsheet, IconUpload } from '@tabler/icons-react'

interface Props {
  file: File | null
  /** Called with whatever was dropped or picked, also when it is no CSV file: the caller says why it is refused. */
  onFile: (file: File) => void
  isBusy?: boolean
  label?: string
}

const PICKER_ACCEPTS = '.csv'

/** Takes one file by drop or by click. */
export function FileDrop({
  file,
  onFile,
  isBusy = false,
  label = 'Drop a CSV file here, or click to pick one',
}: Props) {
  return (
    <Dropzone
      onDrop={(files: File[]) => files[0] && onFile(files[0])}
      multiple={false}
      loading={isBusy}
      useFsAccessApi={false}
      inputProps={{ accept: PICKER_ACCEPTS, 'aria-label': label }}
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
            {file ? sizeText(file.size) : 'UTF-8, with a header row'}
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
