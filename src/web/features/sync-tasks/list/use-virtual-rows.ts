import { useWindowVirtualizer, type VirtualItem, type Virtualizer } from '@tanstack/react-virtual'
import { type RefObject, useDeferredValue, useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef } from 'react'
import type { Task } from '#contract/task.ts'
import type { TaskGroup } from '../../../data/commands/task-groups.ts'
import { needsAttention } from '../../../data/task-status.ts'
import { type Density, useDensity } from '../../../lib/density.ts'
import { type CardRow, cardRows } from './card-rows.ts'
import type { ListLook } from './use-list-look.ts'

/** Height of a task in the Rows look. */
const ROW_PX = 36
/** Estimated row heights before measurement: of headers, of the lowest cards, and of an additional line. */
const ESTIMATES_PX = {
  comfortable: { header: 41, cards: 307, line: 16 },
  compact: { header: 33, cards: 241, line: 15 },
} satisfies Record<Density, Record<CardRow['kind'] | 'line', number>>
const OVERSCAN_ROWS = 3
/** Height of the fixed app header, which covers the top of the window. */
const APP_HEADER_PX = 52
/** Tolerance in pixels. Windows scroll by whole pixels, so a row may start slightly below its scroll target. */
const SCROLL_ROUNDING_PX = 4

interface Options {
  groups: readonly TaskGroup[]
  look: ListLook
  columns: number
  listRef: RefObject<HTMLElement | null>
  /** The task to scroll to, as soon as it is in the list. */
  markedId: number | undefined
}

/** The virtualized rows of the list, the index of the sticky header, and a function to scroll to a card. */
export function useVirtualRows({ groups, look, columns, listRef, markedId }: Options) {
  const [density] = useDensity()
  const layout = `${look}:${density}:${columns}`
  const rows = useMemo(() => cardRows(groups, columns), [groups, columns])
  // The app header and the sticky header of a group cover the top of the list.
  const coveredPx = APP_HEADER_PX + ESTIMATES_PX[density].header
  const virtual = useWindowVirtualizer<HTMLDivElement>({
    count: rows.length,
    estimateSize: (index) => estimatePx(rows[index], { look, density }),
    getItemKey: (index) => `${layout}:${rows[index]?.key}`,
    // Render visible rows first, and rows around them later.
    overscan: useDeferredValue(OVERSCAN_ROWS, 0),
    scrollMargin: listRef.current?.offsetTop ?? 0,
    scrollPaddingStart: coveredPx,
    // Include rows in the first layout of the list, instead of adding them afterwards.
    initialRect: { width: window.innerWidth, height: window.innerHeight },
  })
  const rowAt = (px: number) => virtual.getVirtualItemForOffset((virtual.scrollOffset ?? 0) + px)
  // The position of the list is unknown during the first render.
  const stickyIndex = listRef.current ? headerIndexAt(rows, rowAt(APP_HEADER_PX)) : -1
  const topIndex = stickyIndex === -1 ? -1 : (rowAt(coveredPx + SCROLL_ROUNDING_PX)?.index ?? -1)
  useScrollAnchor({ virtual, rows, layout, topIndex })
  const seek = (taskId: number) => {
    const index = findRowIndex(rows, taskId)
    if (index !== -1) virtual.scrollToIndex(index, { align: 'center' })
  }
  useScrollToMarked({ markedId, rows, seek })
  return { rows, virtual, layout, stickyIndex, seek }
}

interface Marked {
  markedId: number | undefined
  rows: readonly CardRow[]
  seek: (taskId: number) => void
}

/** Scrolls to a task once, as soon as it is in the list. */
function useScrollToMarked({ markedId, rows, seek }: Marked): void {
  const isListed = markedId !== undefined && findRowIndex(rows, markedId) !== -1
  const scroll = useEffectEvent(() => {
    if (markedId !== undefined) seek(markedId)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls again for another task
  useEffect(() => {
    if (isListed) scroll()
  }, [isListed, markedId])
}

function estimatePx(row: CardRow | undefined, { look, density }: { look: ListLook; density: Density }): number {
  const { header, cards, line } = ESTIMATES_PX[density]
  if (row?.kind === 'header') return header
  if (look === 'rows') return ROW_PX
  return cards + line * Math.max(0, ...(row?.tasks ?? []).map(furtherLines))
}

/** Counts the optional lines of a card: the IDs below known titles, and the reason for a failed run. */
function furtherLines({ source_ss_name, target_ss_name, task_status }: Task): number {
  return (source_ss_name || target_ss_name ? 1 : 0) + (needsAttention(task_status) ? 4 : 0)
}

interface Anchor {
  virtual: Virtualizer<Window, HTMLDivElement>
  rows: readonly CardRow[]
  layout: string
  /** The first row below the headers; -1 while the list is not scrolled. */
  topIndex: number
}

/** Keeps the same cards at the top of the window when the layout changes. */
function useScrollAnchor({ virtual, rows, layout, topIndex }: Anchor): void {
  const topTaskId = useRef<number>(undefined)
  const restore = useEffectEvent(() => {
    const index = topTaskId.current === undefined ? -1 : findRowIndex(rows, topTaskId.current)
    if (index !== -1) virtual.scrollToIndex(index, { align: 'start' })
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs on every layout change
  useLayoutEffect(() => restore(), [layout])
  useLayoutEffect(() => {
    const row = rows.find(({ kind }, index) => kind === 'cards' && index >= topIndex)
    topTaskId.current = topIndex === -1 || row?.kind !== 'cards' ? undefined : row.tasks[0]?.id
  })
}

/** The index of the row with a task's card, or -1. */
function findRowIndex(rows: readonly CardRow[], taskId: number): number {
  return rows.findIndex((row) => row.kind === 'cards' && row.tasks.some(({ id }) => id === taskId))
}

/** The index of the group header for the row at the top of the window; -1 while the first header is still visible. */
function headerIndexAt(rows: readonly CardRow[], top: VirtualItem | undefined): number {
  if (!top) return -1
  const header = rows.findLastIndex(({ kind }, index) => kind === 'header' && index <= top.index)
  return top.index > 0 || header > 0 ? header : -1
}
