import { KeyboardSensor, type SensorInstance, type SensorProps, type UniqueIdentifier } from '@dnd-kit/core'

const STEPS: Readonly<Record<string, -1 | 1>> = { ArrowUp: -1, ArrowDown: 1 }
const DROP_KEYS: readonly string[] = ['Space', 'Enter', 'Tab']
/** Maximum number of timers until dnd-kit has rendered a move; a row that has disappeared meanwhile never is. */
const MAX_WAITS = 200

/**
 * Moves a row of a vertical list by the arrow keys. dnd-kit's own sensor listens to keys only from a timer after the start,
 * and then goes by what has been rendered: while the page is busy it loses an arrow pressed right after Space, and drops a row
 * where it was before the last arrow. This one knows the place itself, and drops the row when dnd-kit has it there.
 */
export class RowKeyboardSensor implements SensorInstance {
  static readonly activators = KeyboardSensor.activators
  readonly autoScrollEnabled = false
  private readonly props: SensorProps<object>
  private readonly listeners = new AbortController()
  private readonly startTop: number
  private target: UniqueIdentifier

  constructor(props: SensorProps<object>) {
    this.props = props
    this.target = props.active
    const { signal } = this.listeners
    document.addEventListener('keydown', (event) => this.press(event), { signal })
    document.addEventListener('visibilitychange', () => this.cancel(), { signal })
    window.addEventListener('resize', () => this.cancel(), { signal })
    this.startTop = this.listTop()
    props.onStart({ x: 0, y: 0 })
  }

  private press(event: KeyboardEvent): void {
    // The key that started this reaches the document too.
    if (event === this.props.event) return
    const step = STEPS[event.code]
    if (step !== undefined) this.move(step)
    else if (DROP_KEYS.includes(event.code)) void this.drop()
    else if (event.code === 'Escape') this.cancel()
    else return
    event.preventDefault()
  }

  private move(step: -1 | 1): void {
    const rows = this.rows()
    const target = rows[rows.findIndex(({ id }) => id === this.target) + step]
    const active = rows.find(({ id }) => id === this.props.active)
    if (!target || !active) return
    this.target = target.id
    target.node.scrollIntoView({ block: 'nearest', behavior: 'instant' })
    // dnd-kit adds what the page has scrolled since the start.
    const scrolled = this.startTop - this.listTop()
    this.props.onMove({ x: 0, y: target.middle - active.middle - scrolled })
  }

  private async drop(): Promise<void> {
    this.listeners.abort()
    for (let waits = 0; waits < MAX_WAITS && this.props.context.current.over?.id !== this.target; waits++)
      await new Promise((resolve) => setTimeout(resolve))
    this.props.onEnd()
  }

  private cancel(): void {
    this.listeners.abort()
    this.props.onCancel()
  }

  /** The rows from top to bottom, where they are without the transforms of the drag. */
  private rows(): { id: UniqueIdentifier; node: HTMLElement; middle: number }[] {
    const containers = this.props.context.current.droppableContainers.getEnabled()
    return containers
      .flatMap(({ id, node: { current: node } }) =>
        node ? [{ id, node, middle: node.offsetTop + node.offsetHeight / 2 }] : [],
      )
      .toSorted((one, other) => one.middle - other.middle)
  }

  private listTop(): number {
    return this.props.activeNode.node.current?.parentElement?.getBoundingClientRect().top ?? 0
  }
}
