import { ProviderError } from '#engine/provider-error.ts'

/** A read that failed twice, or timed out, as reads of too many cells do. A smaller read may succeed. */
export class ReadTooHeavy extends ProviderError {
  override name = 'ReadTooHeavy'
}
