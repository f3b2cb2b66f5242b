import { List, Radio, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { GoogleSetup, KeyTasks } from '#contract/google-setup.ts'
import { pluralize } from '#domain/pluralize.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'

interface Props {
  opened: boolean
  setup: Pick<GoogleSetup, 'spreadsheets' | 'key_effects'>
  onStore: (tasks: KeyTasks) => Promise<void>
  onClose: () => void
}

/** Lists the tasks that a new key affects, and asks how to treat them. */
export function StoreKeyDialog({ opened, setup, onStore, onClose }: Props) {
  const { changed_count, changed, unchanged_count } = setup.key_effects
  const [tasks, setTasks] = useState<KeyTasks>(setup.spreadsheets === 'embedded' ? 'deactivate' : 'keep')
  const others = changed_count - changed.length
  return (
    <ConfirmDialog
      opened={opened}
      title="Store key"
      confirmLabel="Store key"
      onConfirm={() => onStore(tasks)}
      onClose={onClose}
    >
      <Stack gap="sm">
        <Text size="sm">
          {describeEffect(setup.spreadsheets, changed_count)}
          {unchanged_count > 0 &&
            ` ${pluralize(unchanged_count, 'active task')} will go on with people's own accounts.`}
        </Text>
        <List size="sm">
          {changed.map((name) => (
            <List.Item key={name}>{name}</List.Item>
          ))}
          {others > 0 && <List.Item>and {pluralize(others, 'more task')}</List.Item>}
        </List>
        <Radio.Group
          label={changed_count === 1 ? 'What happens to this task' : 'What happens to these tasks'}
          value={tasks}
          onChange={(value) => setTasks(value as KeyTasks)}
        >
          <Stack gap={6} mt={6}>
            <Radio value="deactivate" label="Deactivate, until somebody has pointed them at the right spreadsheets" />
            <Radio value="keep" label="Keep active" />
          </Stack>
        </Radio.Group>
      </Stack>
    </ConfirmDialog>
  )
}

function describeEffect(spreadsheets: GoogleSetup['spreadsheets'], count: number): string {
  const tasks = pluralize(count, 'active task')
  return spreadsheets === 'embedded'
    ? `${tasks} ${count === 1 ? 'copies' : 'copy'} built-in spreadsheets. With a key, all tasks work with Google, which does not have these spreadsheets: their runs will fail.`
    : `${tasks} will read and write as the account of this key, instead of as ${count === 1 ? 'its owner' : 'their owners'}. Runs fail until the spreadsheets are shared with it.`
}
