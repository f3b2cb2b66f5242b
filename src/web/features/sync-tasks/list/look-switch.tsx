import { Button } from '@mantine/core'
import { IconLayoutGrid, IconListDetails } from '@tabler/icons-react'
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
