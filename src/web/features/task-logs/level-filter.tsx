import { SegmentedControl } from '@mantine/core'
import { LogLevel } from '#contract/task-log.ts'

const ALL_LEVELS = 'ALL'

interface Props {
  /** Null for all levels. */
  level: LogLevel | null
  onChange: (level: LogLevel | null) => void
}

/** Filters log lines by level. */
export function LevelFilter({ level, onChange }: Props) {
  return (
    <SegmentedControl
      aria-label="Level"
      size="xs"
      value={level ?? ALL_LEVELS}
      onChange={(selected) => onChange(parseLevel(selected))}
      data={[{ value: ALL_LEVELS, label: 'All' }, ...LogLevel.options.map((value) => ({ value, label: value }))]}
    />
  )
}

/** The log level with this name, or null. */
export function parseLevel(text: string | null): LogLevel | null {
  return LogLevel.safeParse(text).data ?? null
}
