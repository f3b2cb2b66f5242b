import { Checkbox, SimpleGrid, Text, TextInput } from '@mantine/core'
import type { ComponentProps } from 'react'
import { FilteredKind } from '#contract/alert-channel.ts'
import { alertLabels } from '#contract/alert-kind.ts'

/** Which kinds of alerts somebody gets; the props are those of a form's field. */
export function KindChoice(field: Omit<ComponentProps<typeof Checkbox.Group>, 'children'>) {
  return (
    <Checkbox.Group label="Alerts" {...field}>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs" verticalSpacing="xs" mt={6}>
        {FilteredKind.options.map((kind) => (
          <Checkbox key={kind} value={kind} label={alertLabels[kind]} />
        ))}
      </SimpleGrid>
    </Checkbox.Group>
  )
}

interface QuietHoursProps {
  /** The props of the form's fields. */
  from: ComponentProps<typeof TextInput>
  to: ComponentProps<typeof TextInput>
  timezone: string
}

export function QuietHoursFields({ from, to, timezone }: QuietHoursProps) {
  return (
    <>
      <SimpleGrid cols={2} spacing="sm" verticalSpacing="sm">
        <TextInput label="Quiet from" placeholder="22:00" maxLength={5} {...from} />
        <TextInput label="Quiet until" placeholder="07:00" maxLength={5} {...to} />
      </SimpleGrid>
      <Text size="sm" c="dimmed">
        Alerts wait until the quiet hours are over. Times are in {timezone}.
      </Text>
    </>
  )
}
