import type { Readable } from 'node:stream'
import { confirm } from '@clack/prompts'
import { InvalidArgumentError } from 'commander'
import type { Client } from '#client/client.ts'
import { cleanText } from '#contract/field.ts'
import { type ExitCode, UsageError } from './exit-codes.ts'
import type { Column, Output } from './output.ts'
import type { Environment } from './saved-login.ts'

export const TASK = 'the ID or the name of a task'
export const TASK_OR_TYPE = 'a task (its ID or name), a task type, or all'

/** Standard input: a terminal, a pipe or a file. */
export type Input = Readable & { readonly isTTY?: boolean }

export interface Context {
  output: Output
  env: Environment
  /** Signal that ends waiting commands. */
  signal: AbortSignal
  /** Opens standard input for a command that reads input. */
  openInput(): Input
  /** Sets the exit code of a command that ends without an error. */
  setExitCode(code: ExitCode): void
}

/** Dependencies and output functions of all commands. */
export interface CommandParts extends Context {
  version: string
  isJson(): boolean
  /** Whether a token may be sent unencrypted. */
  isInsecure(): boolean
  /** Shows a result as JSON, or in words. */
  show(result: unknown, inWords: () => void): void
  /** Shows a list as JSON, as only IDs, or as a table. */
  showList<Row extends { readonly id: number }>(rows: readonly Row[], columns: readonly Column<Row>[]): void
  client(): Promise<Client>
}

export function wholeNumber(text: string): number {
  const digits = cleanText(text)
  if (!/^\d{1,15}$/.test(digits)) throw new InvalidArgumentError('Give a whole number.')
  return Number(digits)
}

const HOW_TO_AGREE = 'Nothing was changed: use --yes where nobody can be asked.'

/** @throws UsageError if there is nobody to ask. Its message says how to agree in advance. */
export async function agrees(input: Input, question: string, howElse = HOW_TO_AGREE): Promise<boolean> {
  if (!input.isTTY) throw new UsageError(howElse)
  return (await confirm({ message: question, input })) === true
}
