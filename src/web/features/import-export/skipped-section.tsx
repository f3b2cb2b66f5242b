import { Group, Text } from '@mantine/core'
import type { RowProblem } from '#contract/csv-job.ts'
import { SkippedRows } from '../../shared/skipped-rows.tsx'
import { DownloadSkipped } from './download-skipped.tsx'

interface Props {
  file: File
  problems: readonly RowProblem[]
}

/** Lists the skipped rows of a file, with a download of only these rows. */
export function SkippedSection({ file, problems }: Props) {
  if (problems.length === 0) return null
  return (
    <>
      <Group justify="space-between" gap="xs">
        <Text size="sm" fw={550}>
          Skipped rows
        </Text>
        <DownloadSkipped file={file} rows={problems.map(({ row }) => row)} />
      </Group>
      <SkippedRows problems={problems} />
    </>
  )
}
