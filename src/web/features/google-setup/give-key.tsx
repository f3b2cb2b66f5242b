import { Stack, Textarea } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#contract/api.ts'
import type { GoogleSetup, KeyTasks } from '#contract/google-setup.ts'
import { useAction } from '../../lib/action.ts'
import { call } from '../../lib/call.ts'
import { readMessage } from '../../lib/call-error.ts'
import { readNow } from '../../lib/read-schedule.ts'
import { toast, toastFailure } from '../../lib/toast.tsx'
import { ActionButton } from '../../ui/action-button.tsx'
import { FileDrop } from '../../ui/file-drop.tsx'
import { StoreKeyDialog } from './store-key-dialog.tsx'

/** Whether a text looks like a key. For any other text, the server explains the problem, and no question is needed. */
function isKey(text: string): boolean {
  try {
    return JSON.parse(text)?.type === 'service_account'
  } catch {
    return false
  }
}

const FAILED = 'The key could not be stored'

/** Takes the key of a robot account, as a file or as text. The key is sent once and never shown. */
export function GiveKey({ setup }: { setup: GoogleSetup }) {
  const queryClient = useQueryClient()
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string>()
  const [isAsking, asking] = useDisclosure()
  const { isPending, act } = useAction(['store-google-key'], () => give(text))

  async function give(key: string): Promise<void> {
    setText(key)
    if (setup.key_effects.changed_count > 0 && isKey(key)) asking.open()
    else await store(key, 'keep')
  }

  async function store(key: string, tasks: KeyTasks): Promise<void> {
    setProblem(undefined)
    try {
      const reply = await call(api.googleSetup.saveKey, { body: { key, tasks } })
      setText('')
      toast.success(`Spreadsheets are read and written as ${reply.account}`)
      // Read everything again, because links to spreadsheets have changed.
      await readNow(queryClient, {})
    } catch (error) {
      const message = readMessage(error, FAILED)
      setProblem(message)
      toastFailure(error, { message: FAILED })
    }
  }

  return (
    <Stack gap="sm">
      <FileDrop
        file={null}
        accepts=".json,application/json"
        hint="The JSON file from the Google Cloud console"
        label="Drop the key file here, or click to choose it"
        isBusy={isPending}
        onFile={(file) => void file.text().then(give)}
      />
      <Textarea
        label="Or paste the content of the file"
        placeholder={'{ "type": "service_account", … }'}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        error={problem}
        minRows={3}
        maxRows={3}
        autosize
        autoComplete="off"
        spellCheck={false}
      />
      <ActionButton
        style={{ alignSelf: 'flex-start' }}
        isPending={isPending}
        isBlocked={text.trim() === ''}
        onBlockedPress={() => toast.info('Paste the key first')}
        onPress={act}
      >
        Store key
      </ActionButton>
      <StoreKeyDialog
        opened={isAsking}
        setup={setup}
        onStore={(tasks) => store(text, tasks).then(asking.close)}
        onClose={asking.close}
      />
    </Stack>
  )
}
