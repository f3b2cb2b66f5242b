import { Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { AlertChannel } from '#contract/alert-channel.ts'
import { api } from '#contract/api.ts'
import { actOnce, useIsPending } from '../../../lib/action.ts'
import { call } from '../../../lib/call.ts'
import { CallError, messageOf } from '../../../lib/call-error.ts'
import { invalidate } from '../../../lib/route-query.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { FormFooter } from '../../../ui/form-footer.tsx'
import { ChannelFields } from './channel-fields.tsx'
import { blankForm, type ChannelForm, fieldsOf, formFieldOf, formOf } from './channel-form.ts'

/** Facts about the installation that a channel's dialogs need. */
export interface ChannelSettings {
  /** Whether the settings name an SMTP server. */
  hasEmail: boolean
  timezone: string
  /** Called with a signing secret, the only time that it is known. */
  onSecret: (channelName: string, secret: string) => void
}

interface Edited extends ChannelSettings {
  /** The channel to change; null for a new one. */
  channel: AlertChannel | null
  onClose: () => void
}

/** Dialog that adds or changes a channel. Its input is kept nowhere, because it may contain a secret. */
export function ChannelModal({ opened, ...edited }: Edited & { opened: boolean }) {
  const title = edited.channel ? 'Edit channel' : 'Add channel'
  return (
    <Dialog opened={opened} onClose={edited.onClose} title={title} size="lg" closeOnClickOutside={false}>
      <Form {...edited} />
    </Dialog>
  )
}

function Form(edited: Edited) {
  const { channel, onClose } = edited
  const queryClient = useQueryClient()
  const savingKey = ['save-channel', channel?.id ?? 'new']
  const isSaving = useIsPending(savingKey)
  const [problem, setProblem] = useState<string | null>(null)
  const form = useForm<ChannelForm>({ initialValues: channel ? formOf(channel) : blankForm })

  async function save(values: ChannelForm): Promise<void> {
    setProblem(null)
    try {
      await send(edited, values)
    } catch (error) {
      const fields = Object.entries((error instanceof CallError && error.fields) || {})
      form.setErrors(Object.fromEntries(fields.map(([field, message]) => [formFieldOf(field), message])))
      if (fields.length === 0) setProblem(messageOf(error, 'Failed to save the channel'))
      return
    }
    onClose()
    await invalidate(queryClient, api.alertChannels.list)
  }

  return (
    <form onSubmit={form.onSubmit((values) => void actOnce(queryClient, savingKey, () => save(values)))} noValidate>
      <Stack gap="sm">
        <ChannelFields form={form} {...edited} />
        <FormFooter submitLabel="Save" isSaving={isSaving} problem={problem} onCancel={onClose} />
      </Stack>
    </form>
  )
}

async function send({ channel, onSecret }: Edited, values: ChannelForm): Promise<void> {
  const fields = fieldsOf(values)
  if (channel) {
    await call(api.alertChannels.update, { params: { id: channel.id }, body: fields })
    return
  }
  const { signing_secret } = await call(api.alertChannels.create, { body: { ...fields, kind: values.kind } })
  if (signing_secret !== null) onSecret(values.name.trim(), signing_secret)
}
