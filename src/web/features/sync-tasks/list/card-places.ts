const CARD = '[data-task-id]'
const CONTROL = 'a, button, input'
const SLIDE = 'slide'
const SLIDE_MS = 200
const STILL = '(prefers-reduced-motion: reduce)'

interface Place {
  left: number
  top: number
}

/** Where the keyboard's focus is within a card. */
export interface CardFocus {
  taskId: string
  /** Which of the card's links, buttons and boxes has it, counted from 0. */
  control: number
  /** It can be seen: someone works by the keyboard and goes where the focus goes. */
  isFollowed: boolean
}

/** Where each mounted card stands within the list, in pixels, by its task's id. Scrolling changes nothing of it. */
export function placesOf(list: HTMLElement): ReadonlyMap<string, Place> {
  const origin = list.getBoundingClientRect()
  return new Map(
    cardsIn(list).map((card) => {
      const { left, top } = card.getBoundingClientRect()
      return [idOf(card), { left: left - origin.left, top: top - origin.top }]
    }),
  )
}

/** Lets each card slide from where it stood to where it stands now; nothing moves for someone who wants it still. */
export function slideFrom(list: HTMLElement, before: ReadonlyMap<string, Place>): void {
  if (matchMedia(STILL).matches) return
  const cards = cardsIn(list)
  for (const card of cards) endSlide(card)
  const now = placesOf(list)
  for (const card of cards) {
    const [from, to] = [before.get(idOf(card)), now.get(idOf(card))]
    if (!from || !to) continue
    const [x, y] = [from.left - to.left, from.top - to.top]
    if (Math.abs(x) < 1 && Math.abs(y) < 1) continue
    const path = [{ transform: `translate(${x}px, ${y}px)` }, { transform: 'none' }]
    card.animate(path, { id: SLIDE, duration: SLIDE_MS, easing: 'ease-out' })
  }
}

/** Undefined while the focus is not in a card. */
export function focusWithin(list: HTMLElement): CardFocus | undefined {
  const focused = document.activeElement
  const card = focused?.closest<HTMLElement>(CARD)
  if (!focused || !card || !list.contains(card)) return undefined
  const control = [...card.querySelectorAll(CONTROL)].indexOf(focused)
  return { taskId: idOf(card), control, isFollowed: focused.matches(':focus-visible') }
}

/** Puts the focus back into a card that was drawn anew elsewhere; answers whether the card is there. */
export function restoreFocus(list: HTMLElement, { taskId, control, isFollowed }: CardFocus): boolean {
  const card = cardsIn(list).find((one) => idOf(one) === taskId)
  const target = card && [...card.querySelectorAll<HTMLElement>(CONTROL)][control]
  target?.focus({ preventScroll: true })
  if (isFollowed) target?.scrollIntoView({ block: 'nearest' })
  return card !== undefined
}

function endSlide(card: HTMLElement): void {
  for (const animation of card.getAnimations()) if (animation.id === SLIDE) animation.cancel()
}

function cardsIn(list: HTMLElement): HTMLElement[] {
  return [...list.querySelectorAll<HTMLElement>(CARD)]
}

function idOf(card: HTMLElement): string {
  return card.dataset['taskId'] ?? ''
}
