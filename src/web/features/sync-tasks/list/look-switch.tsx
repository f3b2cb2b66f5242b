import { Box, Button } from '@mantine/core'
import { IconLayoutGrid, IconListDetails } from '@tabler/icons-react'
import classes from './task-list.module.css'
import type { ListLook } from './use-list-look.ts'

interface Props {
  look: ListLook
  /** Whether the button for rows explains them. */
  isOffered: boolean
  onChange: (look: ListLook) => void
}

const LOOKS = [
  { look: 'cards', label: 'Cards', Icon: IconLayoutGrid },
  { look: 'rows', label: 'Rows', Icon: IconListDetails },
] as const

/** Switches between cards and rows. Shows only icons on narrow windows. */
export function LookSwitch({ look: shown, isOffered, onChange }: Props) {
  return (
    <Button.Group aria-label="View" className={classes.look}>
      {LOOKS.map(({ look, label, Icon }) => {
        const hint = isOffered && look === 'rows' ? ': one line for each task' : ''
        return (
          <Button
            key={look}
            size="xs"
            variant={look === shown ? 'light' : 'default'}
            aria-label={label + hint}
            aria-pressed={look === shown}
            onClick={() => onChange(look)}
          >
            <Icon size={14} aria-hidden />
            <Box component="span" visibleFrom="sm" ml={8}>
              {label}
              <Box component="span" visibleFrom="lg">
                {hint}
              </Box>
            </Box>
          </Button>
        )
      })}
    </Button.Group>
  )
}
