import { Card, Group, ScrollArea, Stack, Table, Text, Title } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { exampleTaskCsv, taskColumns } from '#domain/csv/task-columns.ts'
import { taskTypesQuery } from '../../data/task-types.ts'
import { useAuthStore } from '../../data/use-auth.ts'
import { useAction } from '../../lib/action.ts'
import { saveFile } from '../../lib/save-file.ts'
import { HelpLink } from '../../shared/help-link.tsx'
import { ActionButton } from '../../ui/action-button.tsx'

const EXAMPLE_NAME = 'sync_tasks_example.csv'

/** Columns that a file can have, and an example to start from. */
export function ColumnHelp() {
  const { isPending, act: download } = useExampleDownload()
  return (
    <Card component="section" padding="md" aria-labelledby="columns">
      <Stack gap="sm">
        <Group justify="space-between" align="flex-start" gap="sm">
          <div>
            <Title order={2} size="h5" id="columns">
              Columns
            </Title>
            <Text size="sm" c="dimmed">
              A file needs {formatList(taskColumns.filter(({ isRequired }) => isRequired))}. A column that it does not
              have changes nothing. <HelpLink page="reference/csv" label="Help: tasks as CSV" />
            </Text>
          </div>
          <ActionButton
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
            isPending={isPending}
            onPress={download}
          >
            Download example
          </ActionButton>
        </Group>
        <ScrollArea type="auto" viewportProps={{ tabIndex: 0 }}>
          <Table verticalSpacing={4} miw={520}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Column</Table.Th>
                <Table.Th>Meaning</Table.Th>
                <Table.Th>Example</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {taskColumns.map(({ column, meaning, example }) => (
                <Table.Tr key={column}>
                  <Table.Td>
                    <code>{column}</code>
                  </Table.Td>
                  <Table.Td>{meaning}</Table.Td>
                  <Table.Td>{example}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </ScrollArea>
      </Stack>
    </Card>
  )
}

/** Downloads the example. It names an existing task type, if any is known, so the file can be imported unchanged. */
function useExampleDownload() {
  const queryClient = useQueryClient()
  const auth = useAuthStore()
  return useAction(['download-example'], async () => {
    const taskTypes = (await auth.check()) ? await queryClient.ensureQueryData(taskTypesQuery()).catch(() => []) : []
    saveFile(new Blob([exampleTaskCsv(taskTypes[0]?.name)], { type: 'text/csv' }), EXAMPLE_NAME)
  })
}

function formatList(columns: readonly { column: string }[]): string {
  return columns
    .map(({ column }) => column)
    .join(', ')
    .replace(/, (?=\w+$)/, ' and ')
}
