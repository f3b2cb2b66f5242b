import type { ChildProcess } from 'node:child_process'
import { eventually } from './eventually.ts'

/**
 * Maximum wait on a busy machine. It is below the time limit of an integration test, so an unsuccessful wait fails with its
 * own message.
 */
const TIMEOUT_MS = 170_000

/**
 * Waits until a process of the app is running, and returns its address.
 * @throws with its output if the process exits or the time is up first
 */
export async function untilRunning(child: ChildProcess): Promise<string> {
  let output = ''
  child.stdout?.on('data', (chunk) => {
    output += String(chunk)
  })
  const address = () => /is running at (http\S+)\s/.exec(output)?.[1]
  const { exitCode } = await eventually({
    what: 'the app to run',
    read: () => ({ output, exitCode: child.exitCode }),
    until: (seen) => seen.exitCode !== null || address() !== undefined,
    timeoutMs: TIMEOUT_MS,
  })
  const url = address()
  if (url === undefined) throw new Error(`The app exited with code ${exitCode} before it was running: ${output}`)
  return url
}
