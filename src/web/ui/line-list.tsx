import { Button } from '@mantine/core'
import { IconArrowDown } from '@tabler/icons-react'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react'
import classes from './line-list.module.css'

const LINE_PX = 22
const OVERSCAN_LINES = 12
const END_TOLERANCE_PX = 40

interface Props<T> {
  label: string
  lines: readonly T[]
  keyOf: (line: T, index: number) => string | number
  renderLine: (line: T) => ReactNode
}

/**
 * Virtualized list of log lines. It starts at the end and follows new lines. Scrolling up stops the following and shows
 * a button to jump back to the end.
 */
export function LineList<T>({ label, lines, keyOf, renderLine }: Props<T>) {
  const scroller = useRef<HTMLDivElement>(null)
  const virtualizer = useFollowingVirtualizer({ scroller, lines, keyOf })

  function renderAt(index: number): ReactNode {
    const line = lines[index]
    return line === undefined ? null : renderLine(line)
  }

  return (
    <div className={classes.frame}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be focusable */}
      <div ref={scroller} className={classes.scroller} role="log" aria-live="off" aria-label={label} tabIndex={0}>
        <ol className={classes.lines} style={{ height: virtualizer.getTotalSize() }}>
          {virtualizer.getVirtualItems().map(({ key, index, start }) => (
            <li
              key={key}
              ref={virtualizer.measureElement}
              data-index={index}
              aria-setsize={lines.length}
              aria-posinset={index + 1}
              className={classes.line}
              style={{ transform: `translateY(${start}px)` }}
            >
              {renderAt(index)}
            </li>
          ))}
        </ol>
      </div>
      {lines.length > 0 && !virtualizer.isAtEnd(END_TOLERANCE_PX) && (
        <Button
          size="xs"
          radius="xl"
          className={classes.jump}
          leftSection={<IconArrowDown size={14} aria-hidden />}
          onClick={() => virtualizer.scrollToEnd()}
        >
          Jump to latest
        </Button>
      )}
    </div>
  )
}

interface Following<T> extends Pick<Props<T>, 'lines' | 'keyOf'> {
  scroller: RefObject<HTMLDivElement | null>
}

/** A virtualizer that stays at the end while lines are appended, unless the user scrolled up. */
function useFollowingVirtualizer<T>({ scroller, lines, keyOf }: Following<T>) {
  const virtualizer = useVirtualizer<HTMLDivElement, HTMLLIElement>({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => LINE_PX,
    getItemKey: (index) => {
      const line = lines[index]
      return line === undefined ? index : keyOf(line, index)
    },
    overscan: OVERSCAN_LINES,
    anchorTo: 'end',
    followOnAppend: true,
    scrollEndThreshold: END_TOLERANCE_PX,
  })
  const hasLines = lines.length > 0
  useLayoutEffect(() => {
    if (hasLines) virtualizer.scrollToEnd()
  }, [hasLines, virtualizer])
  return virtualizer
}
