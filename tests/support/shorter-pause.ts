import { pauseUnlessAborted } from '#server/google/google.ts'

/** Divisor of the app's waits for quota and before retries. */
const FASTER = 20

/** Pauses for a fraction of the time, for apps in tests. */
export const shorterPause: typeof pauseUnlessAborted = (ms, signal) => pauseUnlessAborted(ms / FASTER, signal)
