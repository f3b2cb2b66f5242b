import type { TokenScope } from '#contract/api-token.ts'

/** A label for each permission of a token. */
export const SCOPE_LABELS: Readonly<Record<TokenScope, string>> = {
  read: 'Read only',
  run: 'Read, run and stop tasks',
  manage: 'Read, run and change everything',
}
