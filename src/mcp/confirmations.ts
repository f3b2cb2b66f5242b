import { HOUR_MS } from '#domain/time.ts'

export const CONFIRMATION_LIFETIME_MS = HOUR_MS

/** Issues proofs that a caller has seen the effect of a tool. A proof is valid once, for its caller and its content. */
export interface Confirmations {
  create(content: string): string
  /** Uses up a proof. Resolves to whether it was valid. */
  use(content: string, confirmation: string): Promise<boolean>
}
