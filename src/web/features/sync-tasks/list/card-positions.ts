const CARD = '[data-task-id]'
const HEADING = '[data-type-id]'
const CONTROL = 'a, button, input'
const SLIDE = 'slide'
const SLIDE_MS = 200
const REDUCED_MOTION = '(prefers-reduced-motion: reduce)'

interface Position {
  left: number
  top: number
}

/** The focused control of a card. */
export interface CardFocus {
  taskId: string
  /** Zero-based index among the card's links, buttons and inputs. */
  control: number
  /** `:focus-visible`: the user navigates by keyboard, so the window scrolls to the focus. */
  isVisible: boolean
}

/**
 * Measures the position of each mounted card and group heading relative to the list, in pixels, so scrolling has no effect.
 */
export function movingPositions(list: HTMLElement): ReadonlyMap<string, Position> {
  const origin = list.getBoundingClientRect()
  return new Map(
    movingIn(list).map((element) => {
      const { left, top } = element.getBoundingClientRect()
      return [buildKey(element), { left: left - origin.left, top: top - origin.top }]
    }),
  )
}

/**
 * Animates each card and heading from its previous position to its current position, unless the user prefers reduced
 * motion.
 */
export function slideFrom(list: HTMLElement, before: ReadonlyMap<string, Position>): void {
  if (matchMedia(REDUCED_MOTION).matches) return
  const elements = movingIn(list)
  for (const element of elements) cancelSlide(element)
  const now = movingPositions(list)
  for (const element of elements) {
    const [from, to] = [before.get(buildKey(element)), now.get(buildKey(element))]
    if (!from || !to) continue
    const [x, y] = [from.left - to.left, from.top - to.top]
    if (Math.abs(x) < 1 && Math.abs(y) < 1) continue
    const path = [{ transform: `translate(${x}px, ${y}px)` }, { transform: 'none' }]
    element.animate(path, { id: SLIDE, duration: SLIDE_MS, easing: 'ease-out' })
  }
}

/** Finds the focused control; undefined if the focus is not in a card. */
export function focusIn(list: HTMLElement): CardFocus | undefined {
  const focused = document.activeElement
  const card = focused?.closest<HTMLElement>(CARD)
  if (!focused || !card || !list.contains(card)) return undefined
  const control = [...card.querySelectorAll(CONTROL)].indexOf(focused)
  return { taskId: findId(card), control, isVisible: focused.matches(':focus-visible') }
}

/** Restores the focus in a card that was remounted elsewhere; returns whether the card is mounted. */
export function restoreFocus(list: HTMLElement, { taskId, control, isVisible }: CardFocus): boolean {
  const card = cardsIn(list).find((element) => findId(element) === taskId)
  const target = card && [...card.querySelectorAll<HTMLElement>(CONTROL)][control]
  target?.focus({ preventScroll: true })
  if (isVisible) target?.scrollIntoView({ block: 'nearest' })
  return card !== undefined
}

function cancelSlide(element: HTMLElement): void {
  for (const animation of element.getAnimations()) if (animation.id === SLIDE) animation.cancel()
}

function cardsIn(list: HTMLElement): HTMLElement[] {
  return [...list.querySelectorAll<HTMLElement>(CARD)]
}

function movingIn(list: HTMLElement): HTMLElement[] {
  return [...list.querySelectorAll<HTMLElement>(`${CARD}, ${HEADING}`)]
}

function buildKey({ dataset }: HTMLElement): string {
  return dataset['typeId'] === undefined ? `task ${dataset['taskId']}` : `type ${dataset['typeId']}`
}

function findId(card: HTMLElement): string {
  return card.dataset['taskId'] ?? ''
}
