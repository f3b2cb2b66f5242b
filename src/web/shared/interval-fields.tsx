import { SimpleGrid, TextInput, type TextInputProps } from '@mantine/core'
import { DESCRIPTION_LAST } from '../ui/description-last.ts'
import { NumberField } from '../ui/number-field.tsx'
import type { StartFieldsProps } from './start-field.ts'

/** Fields for the interval at which a task, or each task of a type, starts besides its scheduled times. */
export function IntervalFields({ form, ofType, isOfTask }: StartFieldsProps) {
  const every = ofType?.every_minutes
  const hours = ofType?.every_minutes_between
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
      <NumberField
        label="Every … minutes"
        description={`1 to 1440${isOfTask ? '; 0 for never' : ''}. Starts are spread, so that tasks do not run at the same moment`}
        inputWrapperOrder={DESCRIPTION_LAST}
        placeholder={every ? `Same as type: ${every}` : 'Only at its times'}
        {...(form.getInputProps('every_minutes') as TextInputProps)}
      />
      <TextInput
        label="Within the hours"
        description="On the days of its schedule. 00:00-24:00 is all day"
        inputWrapperOrder={DESCRIPTION_LAST}
        placeholder={hours ? `Same as type: ${hours}` : 'All day, or 07:00-19:00'}
        {...(form.getInputProps('every_minutes_between') as TextInputProps)}
      />
    </SimpleGrid>
  )
}
