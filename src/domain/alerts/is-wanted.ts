import type { DigestChoice, FilteredKind } from '#contract/alert-channel.ts'
import type { Alert } from './alert.ts'
import { needsAttention } from './describe-wave.ts'

/** The alerts that a channel receives. */
export interface ChannelFilter {
  readonly kinds: readonly FilteredKind[]
  /** Null for all types. */
  readonly typeIds: readonly number[] | null
  readonly digest: DigestChoice
}

type FilteredAlert = Pick<Alert, 'kind' | 'kinds' | 'typeIds' | 'wave'>

/** Whether a channel gets an alert. One that is about no type in particular reaches every channel. */
export function isWanted({ kinds, typeIds, digest }: ChannelFilter, alert: FilteredAlert): boolean {
  if (alert.kind === 'digest') {
    if (digest === 'never' || (digest === 'problems' && alert.wave !== null && !needsAttention(alert.wave)))
      return false
  } else if (!kinds.some((kind) => alert.kinds.includes(kind))) return false
  return typeIds === null || alert.typeIds.length === 0 || alert.typeIds.some((id) => typeIds.includes(id))
}
