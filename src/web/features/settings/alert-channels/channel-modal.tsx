import { Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { AlertChannel } from '#contract/alert-channel.ts'
import { api } from '#contract/api.ts'
import { actOnce, useIsPending } from '../../../lib/action.ts'
import { call } from '../../../lib/call.ts'
import { CallError, readMessage } from '../../../lib/call-error.ts'
import { readNow } from '../../../lib/read-schedule.ts'
import { type FormEvents, FormModal } from '../../../shared/form-modal.tsx'
import { FormFooter } from '../../../ui/form-footer.tsx'
import { ChannelFields } from './channel-fields.tsx'
import { blankForm, buildForm, type ChannelForm, findFormField, listChanges, readFields } from './channel-form.ts'

/** Facts about the installation a channel's dialogs need. */
export interface ChannelSettings {
  /** Whether the settings name an SMTP server. */
  hasEmail: boolean
  timezone: string
  /** Called with a new signing secret, which the server sends only once. */
  onSecret: (channelName: string, secret: string) => void
}

interface Edited extends ChannelSettings {
  /** The channel to change; null for a new channel. */
  channel: AlertChannel | null
}

/** Dialog to add or change a channel. Its input is not kept as a draft, because it may contain a secret. */
export function ChannelModal({ opened, onClose, ...edited }: Edited & { opened: boolean; onClose: () => void }) {
  const title = edited.channel ? 'Edit channel' : 'Add channel'
  return (
    <FormModal opened={opened} onClose={onClose} title={title} size="lg">
      {(events) => <Form {...edited} {...events} />}
    </FormModal>
  )
}

function Form({ onEdit, onSaved, onCancel, ...edited }: Edited & FormEvents) {
  const { channel } = edited
  const queryClient = useQueryClient()
  const savingKey = ['save-channel', channel?.id ?? 'new']
  const isSaving = useIsPending(savingKey)
  const [problem, setProblem] = useState<string | null>(null)
  const form = useForm<ChannelForm>({
    initialValues: channel ? buildForm(channel) : blankForm,
    onValuesChange: (values) => onEdit(form.isDirty() ? values : null),
  })

  async function save(values: ChannelForm): Promise<void> {
    setProblem(null)
    try {
      await send(edited, values)
    } catch (error) {
      const fields = Object.entries((error instanceof CallError && error.fields) || {})
      form.setErrors(Object.fromEntries(fields.map(([field, message]) => [findFormField(field), message])))
      if (fields.length === 0) setProblem(readMessage(error, 'Failed to save the channel'))
      return
    }
    onSaved()
    await readNow(queryClient, api.alertChannels.list)
  }

  return (
    <form onSubmit={form.onSubmit((values) => void actOnce(queryClient, savingKey, () => save(values)))} noValidate>
      <Stack gap="sm">
        <ChannelFields form={form} {...edited} />
        <FormFooter submitLabel="Save" isSaving={isSaving} problem={problem} onCancel={onCancel} />
      </Stack>
    </form>
  )
}

async function send({ channel, onSecret }: Edited, values: ChannelForm): Promise<void> {
  if (channel) {
    await call(api.alertChannels.update, { params: { id: channel.id }, body: listChanges(channel, values) })
    return
  }
  const fields = readFields(values)
  const { signing_secret } = await call(api.alertChannels.create, { body: { ...fields, kind: values.kind } })
  if (signing_secret !== null) onSecret(values.name.trim(), signing_secret)
}
