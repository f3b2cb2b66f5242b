import type { Logger } from 'pino'
import { MINUTE_MS } from '#domain/time.ts'
import { NodeFault } from '#engine/node-fault.ts'

const MAX_PAUSE_MS = 10 * MINUTE_MS

interface Options {
  /** Does on this machine what every run needs. @throws NodeFault */
  probe(): Promise<void>
  /** This node may start runs again. */
  onRecovery(): void
  logger: Logger
  /** How long the node stays out of work at least. */
  pauseMs: number
}

/** Whether this machine can work on runs: whether its disk has space, it may open files, and so on. */
export interface LocalFaults extends Disposable {
  /** Why it cannot, in a sentence; undefined when it can. */
  readonly current: string | undefined
  /** A run could not go on here: the node stays out of work for a while, and then until a probe succeeds. */
  failed(fault: NodeFault): void
  /** A run got to its end here. */
  succeeded(): void
}

/** The pause doubles with each run in a row that fails here, since a run may need more than the probe does. */
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
