import { Select, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { api } from '#contract/api.ts'
import type { SpreadsheetAccess } from '#contract/google-setup.ts'
import { useAction } from '../../lib/action.ts'
import { call } from '../../lib/call.ts'
import { readMessage } from '../../lib/call-error.ts'
import { paths } from '../../lib/paths.ts'
import { toastFailure } from '../../lib/toast.tsx'
import { ActionButton } from '../../ui/action-button.tsx'
import classes from './google-setup.module.css'

/** Type to create for the first task if there are no types yet. */
const FIRST_TYPE = 'Copies'

/** Maximum length of a task's name. */
const MAX_NAME_LENGTH = 200

interface Props {
  source: SpreadsheetAccess
  target: SpreadsheetAccess
}

/** Creates a task for a single tab and runs it. Suggests a new target tab, so nothing is overwritten. */
export function CopyOneTab({ source, target }: Props) {
  const navigate = useNavigate()
  const [sourceTab, setSourceTab] = useState(source.tabs[0] ?? '')
  const [targetTab, setTargetTab] = useState(`Copy of ${sourceTab}`)
  const { isPending, act } = useAction(['copy-one-tab'], async () => {
    try {
      const id = await createTask({ source, target, sourceTab, targetTab })
      await call(api.tasks.execute, { params: { id }, body: {} })
      await navigate(paths.task(id))
    } catch (error) {
      toastFailure(error, { message: readMessage(error, 'The task could not be created') })
    }
  })

  return (
    <Stack gap="sm" mt="md">
      <div className={classes.links}>
        <Select
          label="Tab to copy"
          data={[...new Set(source.tabs)]}
          value={sourceTab}
          allowDeselect={false}
          onChange={(tab) => {
            setSourceTab(tab ?? '')
            setTargetTab(`Copy of ${tab}`)
          }}
        />
        <TextInput
          label="Into the tab"
          description={
            target.tabs.includes(targetTab)
              ? 'This tab exists. Its rows will be overwritten.'
              : 'This tab will be created.'
          }
          inputWrapperOrder={['label', 'input', 'description']}
          value={targetTab}
          onChange={({ currentTarget }) => setTargetTab(currentTarget.value)}
        />
      </div>
      <div>
        <ActionButton isPending={isPending} onPress={act}>
          Copy one tab now
        </ActionButton>
        <Text size="sm" c="dimmed" mt={4}>
          This creates a task and runs it. You can change it later.
        </Text>
      </div>
    </Stack>
  )
}

interface Copy extends Props {
  sourceTab: string
  targetTab: string
}

/** @throws CallError */
async function createTask({ source, target, sourceTab, targetTab }: Copy): Promise<number> {
  const { id } = await call(api.tasks.create, {
    body: {
      sync_task_type_id: await firstTypeId(),
      // The spreadsheet's title makes the name unique, except among tasks of this spreadsheet.
      name: `${source.title}: ${sourceTab}`.slice(0, MAX_NAME_LENGTH),
      source_ss_id: source.id,
      target_ss_id: target.id,
      source_sheet_name: sourceTab,
      target_sheet_name: targetTab,
    },
  })
  if (id === undefined) throw new Error('The server did not say which task it created')
  return id
}

async function firstTypeId(): Promise<number> {
  const [existing] = await call(api.taskTypes.list)
  if (existing) return existing.id
  await call(api.taskTypes.create, { body: { name: FIRST_TYPE } })
  const [created] = await call(api.taskTypes.list)
  if (!created) throw new Error('The server did not keep the task type')
  return created.id
}
