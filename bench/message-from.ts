import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'

const TIMEOUT_MS = 60 * 60_000

/** Waits for the next message of a process. @throws if the process exits first, or sends no message in time */
export async function messageFrom<Message>(child: ChildProcess): Promise<Message> {
  const settled = new AbortController()
  const signal = AbortSignal.any([settled.signal, AbortSignal.timeout(TIMEOUT_MS)])
  const name = child.spawnargs.find((arg) => arg.endsWith('.ts'))
  try {
    const exit = once(child, 'exit', { signal }).then(([code]) => {
      throw new Error(`${name} exited with code ${code} before it sent a message`)
    })
    const [message] = await Promise.race([once(child, 'message', { signal }), exit])
    return message as Message
  } catch (error) {
    if (!signal.aborted) throw error
    throw new Error(`Timed out: ${name} sent no message in ${TIMEOUT_MS / 60_000} minutes`, { cause: error })
  } finally {
    settled.abort()
  }
}
