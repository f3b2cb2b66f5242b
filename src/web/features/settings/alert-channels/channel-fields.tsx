import { Anchor, Checkbox, NativeSelect, SimpleGrid, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type AlertChannel, ChannelKind, DigestChoice } from '#contract/alert-channel.ts'
import { taskTypesQuery } from '../../../data/task-types.ts'
import type { FormState } from '../../../lib/form-state.ts'
import { KindChoice, QuietHoursFields } from '../alert-choices.tsx'
import type { ChannelForm } from './channel-form.ts'
import { CHANNEL_LABELS, DIGEST_LABELS } from './channel-labels.ts'

interface Props {
  form: FormState<ChannelForm>
  channel: AlertChannel | null
  hasEmail: boolean
  timezone: string
}

const DIGESTS = DigestChoice.options.map((choice) => ({ value: choice, label: DIGEST_LABELS[choice] }))

/** The fields of a channel: recipient, alerts, and quiet times. */
export function ChannelFields({ form, channel, hasEmail, timezone }: Props) {
  const { data: types = [] } = useQuery(taskTypesQuery())
  const kinds = ChannelKind.options.map((kind) => ({
    value: kind,
    label: CHANNEL_LABELS[kind],
    disabled: kind === 'email' && !hasEmail,
  }))
  return (
    <>
      {channel === null && (
        <NativeSelect
          label="Kind"
          data={kinds}
          description={hasEmail ? undefined : 'For email, set SMTP_URL and SMTP_FROM, and restart.'}
          {...form.getInputProps('kind')}
        />
      )}
      <TextInput
        label="Name"
        placeholder="Who gets it, such as Operations"
        maxLength={100}
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('name')}
      />
      <Receiver form={form} channel={channel} />
      <KindChoice {...form.getInputProps('kinds')} />
      <Checkbox.Group label="Task types" description="All, if none is checked" {...form.getInputProps('typeIds')}>
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs" verticalSpacing="xs" mt={6}>
          {types.map(({ id, name }) => (
            <Checkbox key={id} value={String(id)} label={name} />
          ))}
        </SimpleGrid>
      </Checkbox.Group>
      <NativeSelect label="Digest of scheduled Run Alls" data={DIGESTS} {...form.getInputProps('digest')} />
      <QuietHoursFields from={form.getInputProps('quietFrom')} to={form.getInputProps('quietTo')} timezone={timezone} />
      <Checkbox label="On" {...form.getInputProps('isOn', { type: 'checkbox' })} />
    </>
  )
}

function Receiver({ form, channel }: Pick<Props, 'form' | 'channel'>) {
  const { kind } = form.values
  if (kind === 'email') {
    return (
      <TextInput
        label="Recipients"
        placeholder="ops@example.com, finance@example.com"
        description="Separated by commas"
        {...form.getInputProps('recipients')}
      />
    )
  }
  const kept = channel ? `Now ${channel.url_hint ?? 'unreadable'}. Leave it empty to keep it.` : hints[kind]
  return (
    <TextInput
      label={kind === 'webhook' ? 'Address' : 'Webhook address'}
      placeholder={channel ? '' : 'https://'}
      description={kept}
      autoComplete="off"
      spellCheck={false}
      {...form.getInputProps('url')}
    />
  )
}

const hints = {
  slack: (
    <>
      The address of an <Help href="https://api.slack.com/messaging/webhooks">incoming webhook</Help>. It is stored
      encrypted.
    </>
  ),
  teams: (
    <>
      The address of a{' '}
      <Help href="https://support.microsoft.com/office/create-incoming-webhooks-with-workflows-for-microsoft-teams-8ae491c7-0394-4861-ba59-055e33f75498">
        workflow
      </Help>{' '}
      that posts to a channel when a webhook request is received. It is stored encrypted.
    </>
  ),
  google_chat: (
    <>
      The address of an{' '}
      <Help href="https://developers.google.com/workspace/chat/quickstart/webhooks">incoming webhook</Help> of a space.
      It is stored encrypted.
    </>
  ),
  webhook: 'Alerts are posted there as signed JSON. It is stored encrypted.',
}

function Help({ href, children }: { href: string; children: string }) {
  return (
    <Anchor href={href} inherit underline="always" target="_blank" rel="noreferrer">
      {children}
    </Anchor>
  )
}
