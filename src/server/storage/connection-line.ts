import { AsyncLocalStorage } from 'node:async_hooks'
import { POOL_EXHAUSTED } from './database-fault.ts'

const pageWork = new AsyncLocalStorage<true>()

/** Does `work` for a person who waits for a response. Its statements get connections before the statements of workers. */
export function asPage<T>(work: () => T): T {
  return pageWork.run(true, work)
}

interface Waiter {
  proceed(): void
}

/** Queue of callers waiting for a connection of a limited pool. Pages come before workers; each group keeps its order. */
export class ConnectionLine {
  readonly #pages: Waiter[] = []
  readonly #workers: Waiter[] = []
  readonly #limit: () => number
  #inUse = 0

  constructor(limit: () => number) {
    this.#limit = limit
  }

  /** Waits for a place in use. `leave` passes the place to the next caller. */
  async enter(timeoutMs: number): Promise<void> {
    const line = pageWork.getStore() ? this.#pages : this.#workers
    const place = new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => {
        line.splice(line.indexOf(waiter), 1)
        reject(new Error(POOL_EXHAUSTED))
      }, timeoutMs)
      const waiter = {
        proceed() {
          clearTimeout(timer)
          resolve()
        },
      }
      line.push(waiter)
    })
    this.#admit()
    await place
  }

  leave(): void {
    this.#inUse -= 1
    this.#admit()
  }

  #admit(): void {
    while (this.#inUse < this.#limit()) {
      const next = this.#pages.shift() ?? this.#workers.shift()
      if (!next) return
      this.#inUse += 1
      next.proceed()
    }
  }
}
