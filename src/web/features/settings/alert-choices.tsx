import { Checkbox, type CheckboxGroupProps, SimpleGrid, Text, TextInput } from '@mantine/core'
import type { ComponentProps } from 'react'
import { KIND_LABELS, listKinds, listLabels } from './labeled-kinds.ts'

type KindChoiceProps = Omit<CheckboxGroupProps<string>, 'children'>

/** Check boxes for kinds of alerts, with the props of a form field. Kinds with the same label share a box. */
export function KindChoice({ value = [], onChange, ...field }: KindChoiceProps) {
  const change = (labels: string[]) => onChange?.(listKinds(labels, value))
  return (
    <Checkbox.Group label="Alerts" value={listLabels(value)} onChange={change} {...field}>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs" verticalSpacing="xs" mt={6}>
        {KIND_LABELS.map((label) => (
          <Checkbox key={label} value={label} label={label} />
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
