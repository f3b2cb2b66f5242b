import { NativeSelect, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { TaskType } from '#contract/task-type.ts'
import { timezoneName } from '#domain/schedule/timezone.ts'
import { useAppInfo } from '../../../data/app-info.ts'
import { ExtraCalls } from '../../../shared/extra-calls.tsx'
import { IntervalFields } from '../../../shared/interval-fields.tsx'
import { OnEditFields } from '../../../shared/on-edit-fields.tsx'
import { DayFields } from '../../../shared/schedule-more.tsx'
import { StartFields } from '../../../shared/start-fields.tsx'
import { DESCRIPTION_LAST } from '../../../ui/description-last.ts'
import { Question } from './question.tsx'
import type { TaskFormState } from './use-task-form.ts'
import { allowsWay, valuesForWay, WAYS, wayIn } from './way-to-start.ts'

interface Props {
  form: TaskFormState
  /** Undefined before a type is chosen. */
  type: TaskType | undefined
}

/** When a task runs: a choice with its fields. */
export function WhenFields({ form, type }: Props) {
  const [chosen, setChosen] = useState(() => wayIn(form.values, type))
  // Restored values, such as a draft, may need fields that the choice hides.
  const way = allowsWay(chosen, form.values, type) ? chosen : wayIn(form.values, type)
  const hasTimes = way === 'times' || way === 'edit' || way === 'several'
  return (
    <Question label="When">
      <Stack gap="sm">
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
          <ExtraCalls otherwise={<TimesField form={form} />}>
            <NativeSelect
              label="Starts"
              data={WAYS}
              value={way}
              onChange={({ currentTarget }) => {
                const next = WAYS.find(({ value }) => value === currentTarget.value)?.value ?? 'times'
                setChosen(next)
                form.setValues(valuesForWay(next, form.values, type))
              }}
            />
            {hasTimes && <TimesField form={form} />}
          </ExtraCalls>
        </SimpleGrid>
        {way === 'every' && <IntervalFields form={form} isOfTask ofType={type} />}
        {way === 'edit' && <OnEditFields form={form} isOfTask ofType={type} />}
        {way === 'several' && (
          <>
            <StartFields form={form} isOfTask ofType={type} />
            <DayFields
              times={form.values.scheduled_times}
              values={form.values}
              errors={form.errors}
              onChange={(field, value) => form.setFieldValue(field, value)}
            />
          </>
        )}
      </Stack>
    </Question>
  )
}

function TimesField({ form }: Pick<Props, 'form'>) {
  const timezone = useAppInfo()?.timezone
  return (
    <TextInput
      label="Scheduled times"
      placeholder="04:00, 23:00"
      description={`24-hour times${timezone ? ` in ${timezoneName(timezone)}` : ''}`}
      inputWrapperOrder={DESCRIPTION_LAST}
      {...form.getInputProps('scheduled_times')}
    />
  )
}
