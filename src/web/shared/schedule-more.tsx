import { Checkbox, Group, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { lazy, type ReactNode, Suspense } from 'react'
import { WEEKDAYS } from '#contract/schedule-days.ts'
import { splitList } from '#contract/split-list.ts'
import { useAppInfo } from '../data/app-info.ts'
import { buildRule, type DayValues } from '../lib/schedule-values.ts'
import { Disclosure } from '../ui/disclosure.tsx'
import { ExtraCalls } from './extra-calls.tsx'

const NextOccurrences = lazy(async () => ({ default: (await import('./next-occurrences.tsx')).NextOccurrences }))

interface Props {
  /** Comma-separated times. */
  times: string
  values: DayValues
  errors: { readonly [Field in keyof DayValues]?: ReactNode }
  onChange: (field: keyof DayValues, value: string) => void
}

/** Foldable days and next runs of a schedule. Unfolded at first if any day is set. */
export function ScheduleMore(props: Props) {
  const { values, errors } = props
  const fields = Object.keys(values) as (keyof DayValues)[]
  return (
    <ExtraCalls>
      <Disclosure
        label="More: days, pause, holidays and next runs"
        isOpenAtFirst={fields.some((field) => values[field] !== '')}
        mustBeOpen={fields.some((field) => Boolean(errors[field]))}
      >
        <DayFields {...props} />
      </Disclosure>
    </ExtraCalls>
  )
}

/** The days of a schedule and its next runs. */
export function DayFields({ times, values, errors, onChange }: Props) {
  const timezone = useAppInfo()?.timezone
  const rule = buildRule(times, values)
  return (
    <Stack gap="sm" pt="xs">
      <Checkbox.Group
        label="Days"
        description="None selected: every day"
        error={errors.schedule_days}
        value={splitList(values.schedule_days)}
        onChange={(days) => onChange('schedule_days', WEEKDAYS.filter((day) => days.includes(day)).join(', '))}
      >
        <Group gap="md" mt={4}>
          {WEEKDAYS.map((day) => (
            <Checkbox key={day} value={day} label={day} />
          ))}
        </Group>
      </Checkbox.Group>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <TextInput
          type="date"
          label="Paused until"
          description="The first day on which it runs again"
          min="2000-01-01"
          max="2099-12-31"
          error={errors.paused_until}
          value={values.paused_until}
          onChange={({ currentTarget }) => onChange('paused_until', currentTarget.value)}
        />
        <TextInput
          label="Holidays"
          description="Dates without runs, separated by commas"
          placeholder="2026-12-24, 2026-12-25"
          error={errors.holidays}
          value={values.holidays}
          onChange={({ currentTarget }) => onChange('holidays', currentTarget.value)}
        />
      </SimpleGrid>
      {rule && timezone && (
        <Suspense>
          <NextOccurrences rule={rule} timezone={timezone} />
        </Suspense>
      )}
    </Stack>
  )
}
