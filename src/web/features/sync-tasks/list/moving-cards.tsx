import { Component, type ReactNode, type RefObject } from 'react'
import { type CardFocus, focusIn, movingPositions, restoreFocus, slideFrom } from './card-positions.ts'

/** Maximum wait for a card to mount after scrolling to it. A later focus change would surprise the user. */
const SEEK_TIMEOUT_MS = 1_000

interface Props {
  listRef: RefObject<HTMLElement | null>
  /** The task ids in display order. */
  order: string
  /** Identifies other causes of a layout change, such as the filter. Cards do not animate when it changes. */
  view: string
  /** Scrolls to a card that is not mounted. */
  onSeek: (taskId: number) => void
  children: ReactNode
}

interface Snapshot {
  positions: ReturnType<typeof movingPositions>
  focus: CardFocus | undefined
}

/**
 * Animates cards and headings to their new positions when the order of the tasks changes, and keeps the focused control
 * focused. This is a class because only `getSnapshotBeforeUpdate` runs early enough: a card that moves to another row is
 * remounted there, and its old element disappears with its position and focus.
 */
export class MovingCards extends Component<Props> {
  /** The focus to restore once its card has mounted. */
  private pending: { focus: CardFocus; untilMs: number } | undefined

  override getSnapshotBeforeUpdate({ order, view }: Props): Snapshot | null {
    const list = this.props.listRef.current
    if (!list || order === this.props.order || view !== this.props.view) return null
    return { positions: movingPositions(list), focus: focusIn(list) }
  }

  override componentDidUpdate(_props: Props, _state: object, before: Snapshot | null): void {
    const list = this.props.listRef.current
    if (!list) return
    if (before?.focus) this.keepFocus(list, before.focus)
    else if (this.pending) this.restorePending(list, this.pending)
    if (before) slideFrom(list, before.positions)
  }

  override render(): ReactNode {
    return this.props.children
  }

  private keepFocus(list: HTMLElement, focus: CardFocus): void {
    this.pending = undefined
    if (!isFocusLost() || restoreFocus(list, focus) || !focus.isVisible) return
    this.pending = { focus, untilMs: performance.now() + SEEK_TIMEOUT_MS }
    this.props.onSeek(Number(focus.taskId))
  }

  private restorePending(list: HTMLElement, { focus, untilMs }: NonNullable<typeof this.pending>): void {
    if (!isFocusLost() || performance.now() > untilMs || restoreFocus(list, focus)) this.pending = undefined
  }
}

function isFocusLost(): boolean {
  return document.activeElement === document.body
}
