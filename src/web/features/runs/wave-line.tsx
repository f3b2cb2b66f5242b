import { Group, Text } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import lines from '../../shared/link-list/link-list.module.css'
import classes from './wave-line.module.css'

interface Props {
  /** A time or a dot, in front of the name. */
  lead: ReactNode
  /** The name of the wave. */
  children: ReactNode
  /** Facts after the name. */
  facts: readonly string[]
  /** Content at the end of the first line. */
  aside: ReactNode
  /** Lines in small print. */
  details: readonly string[]
  /** The tasks, rendered while the line is open. */
  tasks: ReactNode
  /** A button beside the line. */
  action?: ReactNode
}

/** A line for a wave. It opens to the tasks of the wave. */
export function WaveLine({ lead, children, facts, aside, details, tasks, action }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <li className={classes.wave}>
      <details className={classes.opening} onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
        <summary className={lines.line}>
          <Group component="span" gap={6} wrap="nowrap" className={lines.lead}>
            <IconChevronRight size={14} aria-hidden />
            {lead}
          </Group>
          <span>
            {children}
            {facts.map((fact) => (
              <Text key={fact} span size="sm" c="dimmed">
                {' · '}
                {fact}
              </Text>
            ))}
          </span>
          <span className={lines.when}>{aside}</span>
          {details.map((detail) => (
            <span key={detail} className={lines.detail} title={detail}>
              {detail}
            </span>
          ))}
        </summary>
        {isOpen && <div className={classes.tasks}>{tasks}</div>}
      </details>
      {action}
    </li>
  )
}
