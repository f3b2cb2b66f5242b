import { Button, Group } from '@mantine/core'
import { formatCount } from '../../../lib/format.ts'
import classes from './task-list.module.css'
import type { ListLook } from './use-list-look.ts'

interface Props {
  total: number
  onChange: (look: ListLook) => void
}

/** Offers rows to people who have not chosen a view yet. */
export function RowsOffer({ total, onChange }: Props) {
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
