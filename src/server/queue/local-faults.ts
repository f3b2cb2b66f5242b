import type { Logger } from 'pino'
import { MINUTE_MS } from '#domain/time.ts'
import { NodeFault } from '#engine/node-fault.ts'

const MAX_PAUSE_MS = 10 * MINUTE_MS

interface Options {
  /** Tests this machine for everything a run needs. @throws NodeFault */
  probe(): Promise<void>
  /** Called when this node may start runs again. */
  onRecovery(): void
  logger: Logger
  /** Minimum time that the node starts no runs after a fault. */
  pauseMs: number
}

/** Tracks whether this machine can work on runs: free disk space, files it can open, and so on. */
export interface LocalFaults extends Disposable {
  /** Why this machine cannot work on runs, in a sentence; undefined when it can. */
  readonly current: string | undefined
  /** Reports a run that this machine could not continue. The node pauses, and then waits until a probe succeeds. */
  failed(fault: NodeFault): void
  /** Reports a run that reached its end on this machine. */
  succeeded(): void
}

/**
 * Watches for faults of this machine. The pause doubles with each run in a row that fails, since a run may need more than the
 * probe.
 */
export function watchLocalFaults({ probe, onRecovery, logger, pauseMs }: Options): LocalFaults {
  let current: string | undefined
  let nextPauseMs = pauseMs
  let timer: NodeJS.Timeout | undefined

  function setCurrent(fault: NodeFault): void {
    current = `This node ${fault.message}`
  }

  async function tryAgain(): Promise<void> {
    try {
      await probe()
    } catch (error) {
      if (error instanceof NodeFault) setCurrent(error)
      else logger.error({ err: error }, 'Probe of this machine failed')
      timer = setTimeout(tryAgain, pauseMs)
      return
    }
    current = undefined
    logger.info('This machine can work on runs again')
    onRecovery()
  }

  return {
    get current() {
      return current
    },
    failed(fault) {
      const isFirst = current === undefined
      setCurrent(fault)
      if (!isFirst) return
      logger.error({ err: fault, pauseMs: nextPauseMs }, 'This machine cannot work on runs for now')
      timer = setTimeout(tryAgain, nextPauseMs)
      nextPauseMs = Math.min(2 * nextPauseMs, MAX_PAUSE_MS)
    },
    succeeded() {
      nextPauseMs = pauseMs
    },
    [Symbol.dispose]() {
      clearTimeout(timer)
    },
  }
}
