import { findValueKey } from '#domain/hand-out/split-value.ts'
import { DEFAULT_LOCALE } from '#domain/recognize/locale-tag.ts'
import { type Failure, isPartial } from './failure.ts'

/** Whether a failure concerns the whole task after a partial failure, or targets missing from the partial failure. */
export function isWider(failure: Failure, earlier: Failure): boolean {
  if (!isPartial(earlier)) return false
  if (!isPartial(failure)) return true
  const known = new Set(listKeys(earlier))
  return listKeys(failure).some((key) => !known.has(key))
}

/** Keys of failed or held targets. */
function listKeys(failure: Failure): string[] {
  if (failure.cause === 'held') return failure.holds.flatMap(listKeys)
  if (failure.cause === 'targets_failed') {
    const values = [...failure.targets.map(({ value }) => value), ...(failure.others ?? [])]
    return values.map((value) => findValueKey(value, DEFAULT_LOCALE) ?? value)
  }
  return 'sourceKey' in failure && failure.sourceKey !== undefined ? [failure.sourceKey] : []
}
