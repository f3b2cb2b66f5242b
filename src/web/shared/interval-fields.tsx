import { SimpleGrid, TextInput, type TextInputProps } from '@mantine/core'
import { NumberField } from '../ui/number-field.tsx'

interface Interval {
  every_minutes: number | null
  every_minutes_between: string
}

interface Props {
  form: { getInputProps: (field: keyof Interval) => TextInputProps }
  /** The interval of the task's type, which a task has by default; undefined in the form of a type. */
  ofType?: Interval | undefined
}

const DESCRIPTION_LAST: ('label' | 'input' | 'error' | 'description')[] = ['label', 'input', 'error', 'description']

/** How often a task starts beside its scheduled times. */
export function IntervalFields({ form, ofType }: Props) {
  const every = ofType?.every_minutes
  const hours = ofType?.every_minutes_between
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
      <NumberField
        label="Every … minutes"
        description="1 to 1440; starts are spread, so that tasks do not run at the same moment"
        inputWrapperOrder={DESCRIPTION_LAST}
        placeholder={every ? `Same as type: ${every}` : 'Only at its times'}
        {...form.getInputProps('every_minutes')}
      />
      <TextInput
        label="Within the hours"
        description="On the days of its schedule"
        inputWrapperOrder={DESCRIPTION_LAST}
        placeholder={hours ? `Same as type: ${hours}` : 'All day, or 07:00-19:00'}
        {...form.getInputProps('every_minutes_between')}
      />
    </SimpleGrid>
  )
}
