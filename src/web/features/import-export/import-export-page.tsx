import { Stack, Text } from '@mantine/core'
import { PageHeader } from '../../ui/page-header.tsx'
import { ExportCard } from './export-card.tsx'
import { ImportCard } from './import-card.tsx'
import classes from './import-export.module.css'

/** All tasks out to a CSV file, and in from one. */
export function ImportExportPage() {
  return (
    <Stack gap="md">
      <PageHeader title="Import/Export Sync Tasks">
        <Text size="sm" c="dimmed">
          Keep a copy of all tasks, or change many of them at once in a spreadsheet program
        </Text>
      </PageHeader>
      <div className={classes.cards}>
        <ExportCard />
        <ImportCard />
      </div>
    </Stack>
  )
}
