import { SegmentedControl } from '@mantine/core'
import { LogLevel } from '#contract/task-log.ts'

const ALL_LEVELS = 'ALL'

interface Props {
  /** Null: every level. */
  level: LogLevel | null
  onChange: (level: LogLevel | null) => void
}

/** Chooses which lines of a log are shown. */
export function LevelFilter({ level, onChange }: Props) {
  return (
    <SegmentedControl
      aria-label="Level"
      size="xs"
      value={level ?? ALL_LEVELS}
      onChange={(chosen) => onChange(levelIn(chosen))}
      data={[{ value: ALL_LEVELS, label: 'All' }, ...LogLevel.options.map((value) => ({ value, label: value }))]}
    />
  )
}

/** The level that a text names, null when it names none. */
export function levelIn(text: string | null): LogLevel | null {
  return LogLevel.safeParse(text).data ?? null
}
