import { type Entered, isFormula, isSameEntry } from '#domain/copy/entered.ts'
import { countCells } from '#domain/copy/patch.ts'
import { createKeyedChanges } from '#domain/shape/keyed-patches.ts'
import { type Repair, repairedRow, withoutStrays } from '#domain/shape/repair-rows.ts'
import { createKeyIndex, keyCells, keyOf } from '#domain/shape/row-keys.ts'
import { findReplaced } from '#server/sync/compare/find-replaced.ts'
import type { TargetRows } from '#server/sync/compare/scratch.ts'
import type { FollowedHistory } from './follow-rows.ts'
import type { UndoPatches } from './undo-patches.ts'

interface CurrentCell {
  row: number
  column: number
  current: Entered
}

/** Puts back what an earlier pass wrote in other rows than those that were meant. */
export interface Repairs {
  /** The entry of a cell as if no earlier pass had met it. */
  unmet(cell: CurrentCell): Entered
  /** Plans the cells that no run changed; returns how many they are. */
  plan(asRead: AsyncIterable<TargetRows>, keep: (patches: Partial<UndoPatches>) => Promise<void>): Promise<number>
}

export function createRepairs(followed: FollowedHistory | undefined, repair: Repair | undefined): Repairs {
  if (!followed || !repair) return { unmet: ({ current }) => current, plan: async () => 0 }
  const { keyColumns: columns, lastColumn, keyAt, index: keys } = followed
  const looked = new Set<string>()
  return {
    unmet({ row, column, current }) {
      looked.add(`${row} ${column}`)
      const damage = repair.cells.get(keyOf(keyAt(row) ?? [null]) ?? '')?.get(column)
      if (!damage || isFormula(current)) return current
      return damage.wrong.some((wrong) => isSameEntry(wrong, current)) ? damage.right : current
    },
    async plan(asRead, keep) {
      const changes = createKeyedChanges(columns, { lastColumn, clearsWholeRows: false })
      const search = { repair, clearsMissing: false, columns, sourceKeys: createKeyIndex(), keys }
      const replaced = await findReplaced(search)
      for await (const { firstRow, rows } of asRead) {
        for (const [down, before] of rows.entries()) {
          const row = firstRow + down
          const key = keyOf(keyCells(before, columns))
          const whole =
            key === undefined
              ? (replaced.withoutKey(before) ?? withoutStrays(before, repair.strays))
              : repairedRow(before, repair.cells.get(key))
          if (whole === before) continue
          const after = whole.map((cell, at) => (looked.has(`${row} ${at + 1}`) ? (before[at] ?? null) : cell))
          changes.add({ row, before, after, recorded: after })
        }
      }
      const taken = changes.take()
      await keep(taken)
      return [...taken.fills, ...taken.clears].reduce((sum, patch) => sum + countCells(patch), 0)
    },
  }
}
