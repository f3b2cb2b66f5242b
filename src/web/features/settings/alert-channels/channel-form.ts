import { splitAddresses } from '#contract/address-list.ts'
import {
  type AlertChannel,
  FilteredKind as AllKinds,
  type ChannelKind,
  type DigestChoice,
  type FilteredKind,
} from '#contract/alert-channel.ts'

export interface ChannelForm {
  kind: ChannelKind
  name: string
  /** Empty to keep the stored address. */
  url: string
  /** Separated by commas. */
  recipients: string
  kinds: FilteredKind[]
  /** Empty for all types. */
  typeIds: string[]
  digest: DigestChoice
  quietFrom: string
  quietTo: string
  isOn: boolean
}

export const blankForm: ChannelForm = {
  kind: 'slack',
  name: '',
  url: '',
  recipients: '',
  kinds: [...AllKinds.options],
  typeIds: [],
  digest: 'problems',
  quietFrom: '',
  quietTo: '',
  isOn: true,
}

/** Builds the form's values for a channel, without its address, which is never shown. */
export function buildForm(channel: AlertChannel): ChannelForm {
  return {
    kind: channel.kind,
    name: channel.name,
    url: '',
    recipients: channel.recipients.join(', '),
    kinds: channel.kinds,
    typeIds: (channel.type_ids ?? []).map(String),
    digest: channel.digest,
    quietFrom: channel.quiet_hours?.from ?? '',
    quietTo: channel.quiet_hours?.to ?? '',
    isOn: channel.is_on,
  }
}

/** Reads the fields to send from a form. Leaves out the kind, because a channel keeps its kind. */
export function readFields(form: ChannelForm) {
  const { kind, name, kinds, digest, quietFrom, quietTo, isOn } = form
  const isQuiet = quietFrom.trim() !== '' || quietTo.trim() !== ''
  return {
    name,
    kinds,
    digest,
    is_on: isOn,
    type_ids: form.typeIds.length === 0 ? null : form.typeIds.map(Number),
    quiet_hours: isQuiet ? { from: quietFrom, to: quietTo } : null,
    ...(kind === 'email'
      ? { recipients: splitAddresses(form.recipients) }
      : form.url.trim() !== '' && { url: form.url }),
  }
}

/** Lists the changed fields. Unsent fields keep the values that somebody else may have saved meanwhile. */
export function listChanges(channel: AlertChannel, form: ChannelForm): Partial<ReturnType<typeof readFields>> {
  const before: Readonly<Record<string, unknown>> = readFields(buildForm(channel))
  const isChanged = ([field, value]: [string, unknown]) => JSON.stringify(value) !== JSON.stringify(before[field])
  return Object.fromEntries(Object.entries(readFields(form)).filter(isChanged))
}

/** Finds the form field that shows a problem from the server. */
export function findFormField(field: string): string {
  const [first = ''] = field.split('.')
  const last = field.split('.').at(-1)
  if (first === 'quiet_hours') return last === 'to' ? 'quietTo' : 'quietFrom'
  return first === 'type_ids' ? 'typeIds' : first
}
