import { InvalidArgumentError } from 'commander'
import type { Client } from '#client/client.ts'
import type { Output } from './output.ts'
import type { Environment } from './saved-login.ts'

export const WHAT = 'a task (its ID or name), a task type, or all'

export interface Context {
  output: Output
  env: Environment
  /** Ends commands that wait. */
  signal: AbortSignal
}

/** What commands share. */
export interface CommandParts extends Context {
  version: string
  isJson(): boolean
  /** Shows a result as JSON, or in words. */
  show(result: unknown, inWords: () => void): void
  client(): Promise<Client>
}

export function wholeNumber(text: string): number {
  if (!/^\d{1,6}$/.test(text)) throw new InvalidArgumentError('Give a whole number.')
  return Number(text)
}
