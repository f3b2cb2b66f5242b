import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { saveFile } from '../../lib/save-file.ts'
import { rowsOfCsv } from './skipped-rows-csv.ts'

const FILE_NAME = 'skipped_rows.csv'

/** Saves the skipped rows of a file as a new file, to be corrected and imported. */
export function DownloadSkipped({ file, rows }: { file: File; rows: readonly number[] }) {
  const download = async () => {
    const csv = rowsOfCsv(await file.text(), new Set(rows))
    saveFile(new Blob([csv], { type: 'text/csv' }), FILE_NAME)
  }
  return (
    <Button
      variant="default"
      size="xs"
      leftSection={<IconDownload size={14} aria-hidden />}
      onClick={() => void download()}
    >
      Download skipped rows
    </Button>
  )
}
