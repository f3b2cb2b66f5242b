import type { Cell } from './cell.ts'

const DAY_SECONDS = 86_400

/** Serial number of a time: its day, and the elapsed part of the day. */
export function serialTime({ day, seconds }: { day: number; seconds: number }): number {
  return (day * DAY_SECONDS + seconds) / DAY_SECONDS
}

export function secondAfter(time: number): number {
  return (Math.round(time * DAY_SECONDS) + 1) / DAY_SECONDS
}

export function secondBefore(time: number): number {
  return (Math.round(time * DAY_SECONDS) - 1) / DAY_SECONDS
}

export function isSameSecond(cell: Cell | undefined, time: number): boolean {
  return typeof cell === 'number' && Math.round(cell * DAY_SECONDS) === Math.round(time * DAY_SECONDS)
}
