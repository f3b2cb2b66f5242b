import { Stack, Textarea } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#contract/api.ts'
import { useAction } from '../../lib/action.ts'
import { call } from '../../lib/call.ts'
import { messageOf } from '../../lib/call-error.ts'
import { toast, toastFailure } from '../../lib/toast.tsx'
import { ActionButton } from '../../ui/action-button.tsx'
import { FileDrop } from '../../ui/file-drop.tsx'

const FAILED = 'The key could not be stored'

/** Takes the key of a robot account, as a file or as text. It is sent once and shown nowhere. */
export function GiveKey() {
  const queryClient = useQueryClient()
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string>()
  const { isPending, act } = useAction(['store-google-key'], () => store(text))

  async function store(key: string): Promise<void> {
    setProblem(undefined)
    try {
      const reply = await call(api.googleSetup.saveKey, { body: { key } })
      setText('')
      toast.success(`Spreadsheets are read and written as ${reply.account}`)
      // Links to spreadsheets lead elsewhere now.
      await queryClient.invalidateQueries()
    } catch (error) {
      const message = messageOf(error, FAILED)
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
        onFile={(file) => void file.text().then(store)}
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
    </Stack>
  )
}
