import type { MovedRow } from './moved-rows.ts'

/** A target's turn to be copied. */
export interface TargetTurn {
  readonly key: string
  /** Source row numbers of moved rows kept in this target, because their new target was not written. */
  readonly keptRows: readonly number[]
  /** Whether another copy of this target follows, without the kept rows. */
  readonly isFirstOfTwo: boolean
}

export interface WriteOrder {
  /** The next copy; undefined once there is none. */
  next(): TargetTurn | undefined
  /** Records whether the target of the last turn received its rows. */
  ended(turn: { isWritten: boolean }): void
}

/**
 * Orders the writes of targets, so a moved row arrives in its new target before it leaves its former target. If targets
 * exchange rows, one target keeps its rows at first and is copied again at the end.
 */
export function createWriteOrder(keys: readonly string[], moved: readonly MovedRow[]): WriteOrder {
  const pending = new Set(keys)
  /** Copied targets, and whether their moved rows arrived. */
  const copied = new Map<string, boolean>()
  const movedFrom = Map.groupBy(moved, ({ from }) => from)
  const isBlocked = (key: string) => (movedFrom.get(key) ?? []).some(({ to }) => pending.has(to) && !copied.has(to))
  let turn: TargetTurn | undefined
  return {
    next() {
      const free = [...pending].find((key) => !isBlocked(key))
      const key = free ?? [...pending].find((other) => !copied.has(other))
      if (key === undefined) return undefined
      const kept = (movedFrom.get(key) ?? []).filter(({ to }) => copied.get(to) !== true)
      turn = { key, keptRows: kept.map(({ row }) => row), isFirstOfTwo: free === undefined }
      return turn
    },
    ended({ isWritten }) {
      if (!turn) return
      copied.set(turn.key, isWritten)
      if (!turn.isFirstOfTwo || !isWritten) pending.delete(turn.key)
    },
  }
}
