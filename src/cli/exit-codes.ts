/** Exit codes, which tell the calling program how a command ended. */
export const exitCodes = {
  success: 0,
  /** A run did not succeed, or the server refused a call or did not respond. */
  failed: 1,
  /** The command lacks arguments, or has invalid arguments. */
  usage: 2,
  /** A guard held a run, and no run failed. Someone has to check the source. */
  held: 3,
} as const

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]

/** Error for missing or invalid arguments, with a message for the user. */
export class UsageError extends Error {
  override name = 'UsageError'
}
