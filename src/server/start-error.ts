/** The app cannot start for a reason outside of it; the message names the cure and is all that a person needs. */
export class StartError extends Error {
  override name = 'StartError'
}

/** Whether a port could not be taken because another program has it. */
export function isPortTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
}
