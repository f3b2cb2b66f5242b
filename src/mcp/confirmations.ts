import { HOUR_MS } from '#domain/time.ts'

export const CONFIRMATION_LIFETIME_MS = HOUR_MS

/** Confirmations that a caller has seen what a tool would do. Only that caller can use one, and only for the same content. */
export interface Confirmations {
  create(content: string): string
  accepts(content: string, confirmation: string): boolean
}
