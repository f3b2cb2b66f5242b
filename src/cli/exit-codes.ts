/** How a command ends, for the program that started it. */
export const exitCodes = {
  success: 0,
  /** A run did not succeed, or the server refused or did not answer. */
  failed: 1,
  /** The command was not given what it needs. */
  usage: 2,
  /** A guard held a run, and none failed: someone has to look at the source. */
  held: 3,
} as const

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]

/** The command lacks an argument; `message` names it. */
export class UsageError extends Error {
  override name = 'UsageError'
}
