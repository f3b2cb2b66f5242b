import { HOUR_MS } from '#domain/time.ts'

export const CONFIRMATION_LIFETIME_MS = HOUR_MS

/** Proofs that a caller has seen the effect of a tool. Each proof is valid only for the same caller and the same content. */
export interface Confirmations {
  create(content: string): string
  accepts(content: string, confirmation: string): boolean
}
