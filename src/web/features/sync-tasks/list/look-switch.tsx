import { Button, Group } from '@mantine/core'
import { IconLayoutGrid, IconListDetails } from '@tabler/icons-react'
import { formatCount } from '../../../lib/format.ts'
import classes from './task-list.module.css'
import type { ListLook } from './use-list-look.ts'

interface Props {
  look: ListLook
  onChange: (look: ListLook) => void
}

const LOOKS = [
  { look: 'cards', label: 'Cards', Icon: IconLayoutGrid },
  { look: 'rows', label: 'Rows', Icon: IconListDetails },
] as const

/** Switches between cards and rows. */
export function LookSwitch({ look: shown, onChange }: Props) {
  return (
    <Button.Group aria-label="View">
      {LOOKS.map(({ look, label, Icon }) => (
        <Button
          key={look}
          size="xs"
          variant={look === shown ? 'light' : 'default'}
          aria-pressed={look === shown}
          leftSection={<Icon size={14} aria-hidden />}
          onClick={() => onChange(look)}
        >
          {label}
        </Button>
      ))}
    </Button.Group>
  )
}

/** Offers rows to people who have not chosen a view yet. */
export function RowsOffer({ total, onChange }: Pick<Props, 'onChange'> & { total: number }) {
  return (
    <p className={classes.offer}>
      {formatCount(total)} tasks are easier to scan one per row.
      <Group component="span" gap={4} wrap="nowrap">
        <Button size="compact-xs" variant="light" onClick={() => onChange('rows')}>
          Show rows
        </Button>
        <Button size="compact-xs" variant="subtle" color="gray" onClick={() => onChange('cards')}>
          Keep cards
        </Button>
      </Group>
    </p>
  )
}
