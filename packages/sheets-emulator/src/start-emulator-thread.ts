import { setTimeout } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { type EmulatorOptions, formatAddress } from './start-emulator.ts'

/** Options of the thread. They have no clock, because a thread uses its own. */
export type ThreadOptions = Omit<EmulatorOptions, 'now'>

interface EmulatorThread extends AsyncDisposable {
  readonly url: string
}

const RESTART_PAUSE_MS = 1000
/** Time the provider may take to finish its requests and close its store. */
const STOP_DEADLINE_MS = 10_000

/**
 * Runs the provider in a thread of its own, so its computations never block the caller's thread. If it crashes, it starts again
 * on the same port. `onCrash` gets each reason.
 */
export async function startEmulatorThread({
  onCrash,
  ...options
}: ThreadOptions & { onCrash(error: unknown): void }): Promise<EmulatorThread> {
  const stopping = new AbortController()
  const first = await startThread(options)
  const port = first.port
  const running = keepRunning(first)

  /** Restarts the thread after each crash, until the provider is stopped. */
  async function keepRunning(started: StartedThread): Promise<void> {
    let thread: StartedThread | undefined = started
    while (thread) {
      const crash = await waitForCrash(thread, stopping.signal)
      if (stopping.signal.aborted) return
      onCrash(crash)
      thread = await restart()
    }
  }

  async function restart(): Promise<StartedThread | undefined> {
    for (;;) {
      await setTimeout(RESTART_PAUSE_MS, undefined, { signal: stopping.signal }).catch(() => undefined)
      if (stopping.signal.aborted) return undefined
      try {
        return await startThread({ ...options, port })
      } catch (error) {
        onCrash(error)
      }
    }
  }

  return {
    url: formatAddress({ host: options.host, port }),
    async [Symbol.asyncDispose]() {
      stopping.abort()
      await running
    },
  }
}

interface StartedThread {
  worker: Worker
  port: number
  /** Resolves when the thread has ended, with the error that ended it. */
  ended: Promise<unknown>
}

/** Starts a thread. @throws the error that the provider failed to start with */
async function startThread(options: ThreadOptions): Promise<StartedThread> {
  const worker = new Worker(new URL('./emulator-thread.ts', import.meta.url), { workerData: options })
  const ended = new Promise((resolve) => {
    worker.once('error', resolve)
    worker.once('exit', (code) => resolve(new Error(`The thread of the provider ended with code ${code}.`)))
  })
  const port = await Promise.race([portFrom(worker), ended.then((error) => Promise.reject(error))])
  return { worker, port, ended }
}

/** Waits for the port. With `node --watch`, a thread first sends the names of its files. */
function portFrom(worker: Worker): Promise<number> {
  return new Promise((resolve) => {
    worker.on('message', (sent: unknown) => {
      if (typeof sent === 'number') resolve(sent)
    })
  })
}

/** Waits until the thread crashes, or stops it once `stopping` is aborted. */
async function waitForCrash({ worker, ended }: StartedThread, stopping: AbortSignal): Promise<unknown> {
  const stopped = new AbortController()
  const stop = async () => {
    worker.postMessage('stop')
    await setTimeout(STOP_DEADLINE_MS, undefined, { signal: stopped.signal }).catch(() => undefined)
    await worker.terminate()
  }
  if (stopping.aborted) void stop()
  else stopping.addEventListener('abort', stop, { once: true })
  try {
    return await ended
  } finally {
    stopped.abort()
    stopping.removeEventListener('abort', stop)
  }
}
