/** The app cannot start because of something outside of it. The message says what to do, so no stack trace is shown. */
export class StartError extends Error {
  override name = 'StartError'
}

/** Whether listening failed because another program uses the port. */
export function isPortTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
}
