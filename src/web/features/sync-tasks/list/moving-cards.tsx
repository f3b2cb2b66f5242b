import { Component, type ReactNode, type RefObject } from 'react'
import { type CardFocus, focusWithin, placesOf, restoreFocus, slideFrom } from './card-places.ts'

/** A card that has not come into the window by then is not waited for: the focus must not jump later. */
const SEEK_MS = 1_000

interface Props {
  listRef: RefObject<HTMLElement | null>
  /** The tasks' ids, in the order shown. */
  order: string
  /** What else decides where cards stand, such as a filter; when it changes, they are where they are at once. */
  view: string
  /** Scrolls to a card that is too far away to be mounted, if there is one. */
  onSeek: (taskId: number) => void
  children: ReactNode
}

interface Before {
  places: ReturnType<typeof placesOf>
  focus: CardFocus | undefined
}

/**
 * Lets cards slide to their new places when the tasks' order changes, and keeps the focus on the control that has it. A
 * class, since only a class can look at the page right before React changes it: a card that moves to another row is a
 * new element there, and the old one is gone with its place and its focus.
 */
export class MovingCards extends Component<Props> {
  /** A focus whose card is on its way into the window. */
  private sought: { focus: CardFocus; untilMs: number } | undefined

  override getSnapshotBeforeUpdate({ order, view }: Props): Before | null {
    const list = this.props.listRef.current
    if (!list || order === this.props.order || view !== this.props.view) return null
    return { places: placesOf(list), focus: focusWithin(list) }
  }

  override componentDidUpdate(_props: Props, _state: object, before: Before | null): void {
    const list = this.props.listRef.current
    if (!list) return
    if (before?.focus) this.keepFocus(list, before.focus)
    else if (this.sought) this.seek(list, this.sought)
    if (before) slideFrom(list, before.places)
  }

  override render(): ReactNode {
    return this.props.children
  }

  private keepFocus(list: HTMLElement, focus: CardFocus): void {
    this.sought = undefined
    if (!isFocusLost() || restoreFocus(list, focus) || !focus.isFollowed) return
    this.sought = { focus, untilMs: performance.now() + SEEK_MS }
    this.props.onSeek(Number(focus.taskId))
  }

  private seek(list: HTMLElement, { focus, untilMs }: NonNullable<typeof this.sought>): void {
    if (!isFocusLost() || performance.now() > untilMs || restoreFocus(list, focus)) this.sought = undefined
  }
}

function isFocusLost(): boolean {
  return document.activeElement === document.body
}
