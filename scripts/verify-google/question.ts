import type { Calls } from './calls.ts'

/** Something about Google nobody here can look up. */
export interface Question {
  id: string
  question: string
  /** The answer that Nano Sync and its embedded provider assume. */
  assumed: string
  /** How Nano Sync changes with the answer. */
  decides?: string
  /** Tries it in a scratch spreadsheet. The answer is stored as JSON. */
  ask(calls: Calls, other: Calls): Promise<unknown>
}
