import { pauseUnlessAborted } from '#server/google/google.ts'

/** How much shorter the app waits for quota, and before it tries again, than it would. */
const FASTER = 20

/** For apps in tests. */
export const shorterPause: typeof pauseUnlessAborted = (ms, signal) => pauseUnlessAborted(ms / FASTER, signal)
