import type { Task } from '#contract/task.ts'
import type { TaskGroup } from '../../../data/commands/task-groups.ts'

/** A row of the list: a group header, or the cards side by side. */
export type CardRow =
  | { kind: 'header'; key: string; group: TaskGroup }
  | { kind: 'cards'; key: string; tasks: readonly Task[] }

const MIN_CARD_PX = 340
const GAP_PX = 12

/** Number of cards that fit side by side. */
export function columnsIn(widthPx: number): number {
  return Math.max(1, Math.floor((widthPx + GAP_PX) / (MIN_CARD_PX + GAP_PX)))
}

/** Builds the rows of all groups, in order. */
export function cardRows(groups: readonly TaskGroup[], columns: number): CardRow[] {
  return groups.flatMap((group) => {
    const rows: CardRow[] = [{ kind: 'header', key: `type-${group.typeId}`, group }]
    for (let start = 0; start < group.shown.length; start += columns) {
      rows.push({
        kind: 'cards',
        key: `type-${group.typeId}-row-${start}`,
        tasks: group.shown.slice(start, start + columns),
      })
    }
    return rows
  })
}
