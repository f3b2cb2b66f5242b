const TICK_MS = 5

/** Tells when a message that is handled now may have arrived: this process may have been too busy to notice. */
export interface ArrivalClock extends Disposable {
  /** The earliest time, in milliseconds. */
  earliest(): number
}

/** Every message that arrived before the last tick but one had been handled by the last tick. */
export function startArrivalClock(): ArrivalClock {
  let ticks: readonly [before: number, last: number] = [Date.now(), Date.now()]
  const timer = setInterval(() => {
    ticks = [ticks[1], Date.now()]
  }, TICK_MS)
  return { earliest: () => ticks[0], [Symbol.dispose]: () => clearInterval(timer) }
}
