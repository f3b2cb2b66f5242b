import { Stack, Text } from '@mantine/core'
import { OpenScreenNote } from '../../shared/open-screen-note.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { ColumnHelp } from './column-help.tsx'
import { ExportCard } from './export-card.tsx'
import { ImportCard } from './import-card.tsx'
import classes from './import-export.module.css'

/** Exports all tasks to a CSV file and imports tasks from a CSV file. */
export function ImportExportPage() {
  return (
    <Stack gap="md">
      <PageHeader title="Import/Export Sync Tasks">
        <Text size="sm" c="dimmed">
          Back up all tasks, or edit many at once in a spreadsheet
        </Text>
      </PageHeader>
      <OpenScreenNote screen="import_export" />
      <div className={classes.cards}>
        <ExportCard />
        <ImportCard />
      </div>
      <ColumnHelp />
    </Stack>
  )
}
