import { Button } from '@mantine/core'
import { IconClock, IconX } from '@tabler/icons-react'
import classes from './settings.module.css'

interface Props {
  times: readonly string[]
  onRemove: (time: string) => void
}

/** The scheduled times, each with a Remove button. */
export function TimeList({ times, onRemove }: Props) {
  if (times.length === 0) {
    return <p className={classes.none}>No times yet. Run All runs only when someone starts it.</p>
  }
  return (
    <ul className={classes.times}>
      {times.map((time) => (
        <li key={time} className={classes.time}>
          <IconClock size={16} stroke={1.6} aria-hidden className={classes.clock} />
          <span className={classes.clockTime}>{time}</span>
          <Button
            size="compact-sm"
            variant="subtle"
            color="red"
            leftSection={<IconX size={14} aria-hidden />}
            aria-label={`Remove ${time}`}
            onClick={() => onRemove(time)}
          >
            Remove
          </Button>
        </li>
      ))}
    </ul>
  )
}
