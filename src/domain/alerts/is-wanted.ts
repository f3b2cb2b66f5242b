import type { DigestChoice, FilteredKind } from '#contract/alert-channel.ts'
import type { Alert } from './alert.ts'
import { needsAttention } from './describe-wave.ts'

/** The alerts a channel receives. */
export interface ChannelFilter {
  readonly kinds: readonly FilteredKind[]
  /** Null for all types. */
  readonly typeIds: readonly number[] | null
  readonly digest: DigestChoice
  readonly createdBy: string
  readonly recipients: readonly string[]
}

type FilteredAlert = Pick<Alert, 'kind' | 'kinds' | 'typeIds' | 'wave' | 'person'>

/**
 * Whether a channel gets an alert. An alert without a type reaches every channel. An alert about a person ignores filters: it
 * reaches the channels they created and the channels that send them mail.
 */
export function isWanted({ kinds, typeIds, digest, ...channel }: ChannelFilter, alert: FilteredAlert): boolean {
  const { person } = alert
  if (person !== undefined)
    return [channel.createdBy, ...channel.recipients].some((address) => address.toLowerCase() === person)
  if (alert.kind === 'digest') {
    if (digest === 'never' || (digest === 'problems' && alert.wave !== null && !needsAttention(alert.wave)))
      return false
  } else if (!kinds.some((kind) => alert.kinds.includes(kind))) return false
  return typeIds === null || alert.typeIds.length === 0 || alert.typeIds.some((id) => typeIds.includes(id))
}
