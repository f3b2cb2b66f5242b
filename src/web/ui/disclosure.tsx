import { Button, Collapse, Group, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'

interface Props {
  label: string
  isOpenAtFirst: boolean
  /** Whether the section stays open because a field in it needs attention. */
  mustBeOpen: boolean
  /** Summarizes the folded fields beside the label. */
  summary?: string
  children: ReactNode
}

/** Foldable fields. They are mounted only while they are open. */
export function Disclosure({ label, isOpenAtFirst, mustBeOpen, summary, children }: Props) {
  const [isOpen, { open, toggle }] = useDisclosure(isOpenAtFirst)
  // Keep the section open after a correction, so the field does not vanish while it is edited.
  if (mustBeOpen && !isOpen) open()
  const id = useId()
  const Chevron = isOpen ? IconChevronDown : IconChevronRight
  return (
    <div>
      <Group gap={4} wrap="nowrap">
        <Button
          variant="subtle"
          size="compact-sm"
          h="auto"
          mih="var(--button-height)"
          maw="100%"
          // Let a long label take two lines on a phone, with room for descenders.
          styles={{ label: { whiteSpace: 'normal', textAlign: 'start', lineHeight: 1.5 } }}
          leftSection={<Chevron size={14} aria-hidden />}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={toggle}
        >
          {label}
        </Button>
        {!isOpen && summary && (
          <Text size="xs" c="dimmed" truncate>
            {summary}
          </Text>
        )}
      </Group>
      <Collapse expanded={isOpen} id={id}>
        {isOpen && children}
      </Collapse>
    </div>
  )
}
