import { HOUR_MS } from '#domain/time.ts'

export const CONFIRMATION_LIFETIME_MS = HOUR_MS

/** Proofs that a caller has seen the effect of a tool. Each proof is valid once, for the same caller and the same content. */
export interface Confirmations {
  create(content: string): string
  /** Whether the proof is valid. It is not valid a second time. */
  use(content: string, confirmation: string): Promise<boolean>
}
