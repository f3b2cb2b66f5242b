import { useWindowVirtualizer, type VirtualItem, type Virtualizer } from '@tanstack/react-virtual'
import { type RefObject, useEffectEvent, useLayoutEffect, useMemo, useRef } from 'react'
import { type Density, useDensity } from '../../../lib/density.ts'
import { type CardRow, cardRows } from './card-rows.ts'
import type { TaskGroup } from './task-groups.ts'

/** How high rows are before they are measured. */
const ESTIMATES_PX = {
  comfortable: { head: 44, cards: 348 },
  compact: { head: 36, cards: 266 },
} satisfies Record<Density, Record<CardRow['kind'], number>>
const OVERSCAN_ROWS = 3
/** The app's own header covers this much of the window's top. */
const COVERED_PX = 52

interface Options {
  groups: readonly TaskGroup[]
  columns: number
  listRef: RefObject<HTMLElement | null>
}

/** The rows of the list, which of them are mounted, namely those in and near the window, and the way to any card. */
export function useVirtualRows({ groups, columns, listRef }: Options) {
  const [density] = useDensity()
  const layout = `${density}:${columns}`
  const rows = useMemo(() => cardRows(groups, columns), [groups, columns])
  const virtual = useWindowVirtualizer<HTMLDivElement>({
    count: rows.length,
    estimateSize: (index) => ESTIMATES_PX[density][rows[index]?.kind ?? 'cards'],
    getItemKey: (index) => `${layout}:${rows[index]?.key}`,
    overscan: OVERSCAN_ROWS,
    scrollMargin: listRef.current?.offsetTop ?? 0,
    scrollPaddingStart: COVERED_PX + ESTIMATES_PX[density].head,
  })
  const top = virtual.getVirtualItemForOffset((virtual.scrollOffset ?? 0) + COVERED_PX)
  const stuckIndex = headAt(rows, top)
  useKeptPlace({ virtual, rows, layout, topIndex: stuckIndex === -1 ? -1 : (top?.index ?? -1) })
  const seek = (taskId: number) => {
    const index = rowOf(rows, taskId)
    if (index !== -1) virtual.scrollToIndex(index, { align: 'center' })
  }
  return { rows, virtual, layout, stuckIndex, seek }
}

interface Place {
  virtual: Virtualizer<Window, HTMLDivElement>
  rows: readonly CardRow[]
  layout: string
  /** The row at the window's top, -1 while the list has not been scrolled. */
  topIndex: number
}

/** Keeps the cards at the window's top there when all rows become higher, lower or fewer. */
function useKeptPlace({ virtual, rows, layout, topIndex }: Place): void {
  const topTaskId = useRef<number>(undefined)
  const keep = useEffectEvent(() => {
    const index = topTaskId.current === undefined ? -1 : rowOf(rows, topTaskId.current)
    if (index !== -1) virtual.scrollToIndex(index, { align: 'start' })
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new layout moves what is shown
  useLayoutEffect(() => keep(), [layout])
  useLayoutEffect(() => {
    const row = rows.find(({ kind }, index) => kind === 'cards' && index >= topIndex)
    topTaskId.current = topIndex === -1 || row?.kind !== 'cards' ? undefined : row.tasks[0]?.id
  })
}

/** The index of the row that holds a task's card, -1 when there is none. */
function rowOf(rows: readonly CardRow[], taskId: number): number {
  return rows.findIndex((row) => row.kind === 'cards' && row.tasks.some(({ id }) => id === taskId))
}

/** The index of the head over the row at the top of the window, -1 while the list has not been scrolled past one. */
function headAt(rows: readonly CardRow[], top: VirtualItem | undefined): number {
  if (!top) return -1
  const head = rows.findLastIndex(({ kind }, index) => kind === 'head' && index <= top.index)
  return top.index > 0 || head > 0 ? head : -1
}
