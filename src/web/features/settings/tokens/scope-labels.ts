import type { TokenScope } from '#contract/api-token.ts'

/** What a token may do, in words. */
export const SCOPE_LABELS: Readonly<Record<TokenScope, string>> = {
  read: 'Read only',
  run: 'Read, run and stop tasks',
  manage: 'Read, run and change everything',
}
