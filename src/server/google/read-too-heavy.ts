import { ProviderError } from '#engine/provider-error.ts'

/** A read that failed twice or timed out, probably because of too many cells. A smaller read may succeed. */
export class ReadTooHeavy extends ProviderError {
  override name = 'ReadTooHeavy'
}
