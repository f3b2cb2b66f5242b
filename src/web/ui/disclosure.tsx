import { Button, Collapse } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'

interface Props {
  label: string
  isOpenAtFirst: boolean
  /** It cannot be folded, because something in it needs attention. */
  mustBeOpen: boolean
  children: ReactNode
}

/** Fields that open on demand; they exist only while they are open. */
export function Disclosure({ label, isOpenAtFirst, mustBeOpen, children }: Props) {
  const [isOpened, { toggle }] = useDisclosure(isOpenAtFirst)
  const isOpen = isOpened || mustBeOpen
  const id = useId()
  const Chevron = isOpen ? IconChevronDown : IconChevronRight
  return (
    <div>
      <Button
        variant="subtle"
        size="compact-sm"
        h="auto"
        mih="var(--button-height)"
        maw="100%"
        // A long label takes two lines on a phone.
        styles={{ label: { whiteSpace: 'normal', textAlign: 'start' } }}
        leftSection={<Chevron size={14} aria-hidden />}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={toggle}
      >
        {label}
      </Button>
      <Collapse expanded={isOpen} id={id}>
        {isOpen && children}
      </Collapse>
    </div>
  )
}
