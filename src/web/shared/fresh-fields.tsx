import { SimpleGrid, TextInput } from '@mantine/core'
import type { ComponentProps, ReactNode } from 'react'
import type { TaskType } from '#contract/task-type.ts'
import { timezoneName } from '#domain/schedule/timezone.ts'
import { useAppInfo } from '../data/app-info.ts'
import { DESCRIPTION_LAST } from '../ui/description-last.ts'
import { Disclosure } from '../ui/disclosure.tsx'
import { NumberField } from '../ui/number-field.tsx'
import { ExtraCalls } from './extra-calls.tsx'

export const FRESH_FIELDS = ['fresh_by', 'fresh_within_minutes'] as const
type FreshField = (typeof FRESH_FIELDS)[number]

interface Props {
  form: {
    readonly values: { readonly [Field in FreshField]: string }
    getInputProps(field: FreshField): ComponentProps<typeof TextInput>
    readonly errors: { readonly [Field in FreshField]?: ReactNode }
  }
  /** Type of the task, which sets the defaults; undefined in the form of a type, or before a type is chosen. */
  ofType?: Pick<TaskType, FreshField> | undefined
  isOfTask: boolean
  /** Additional settings below the fields. */
  children?: ReactNode
}

interface SectionProps extends Pick<Props, 'form' | 'children'> {
  /** Whether an additional setting differs from its default. */
  isMoreSet?: boolean
}

/** Foldable fields for the freshness promise of a task type. They are folded because most types make no promise. */
export function FreshSection({ isMoreSet = false, children, ...fields }: SectionProps) {
  const { values, errors } = fields.form
  return (
    <ExtraCalls>
      <Disclosure
        label="How fresh the target has to be"
        isOpenAtFirst={isMoreSet || FRESH_FIELDS.some((field) => values[field] !== '')}
        mustBeOpen={FRESH_FIELDS.some((field) => Boolean(errors[field]))}
      >
        <FreshFields {...fields} isOfTask={false}>
          {children}
        </FreshFields>
      </Disclosure>
    </ExtraCalls>
  )
}

/** Fields for the freshness promise of a task or a task type. */
export function FreshFields({ form, ofType, isOfTask, children }: Props) {
  const timezone = useAppInfo()?.timezone
  const zone = timezone ? ` in ${timezoneName(timezone)}` : ''
  const unlessTask = isOfTask ? 'Same as type' : 'No promise'
  const placeholder = (name: FreshField) => (ofType?.[name] ? `Same as type: ${ofType[name]}` : unlessTask)
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" pt="xs">
      <TextInput
        label="Fresh by"
        description={`24-hour time${zone} by which it was copied${isOfTask ? '; none for no such time' : ''}`}
        inputWrapperOrder={DESCRIPTION_LAST}
        placeholder={placeholder('fresh_by')}
        {...form.getInputProps('fresh_by')}
      />
      <NumberField
        label="Never older than (minutes)"
        description={`Since a run last saw the target equal to the source${isOfTask ? '; 0 for any age' : ''}`}
        inputWrapperOrder={DESCRIPTION_LAST}
        placeholder={placeholder('fresh_within_minutes')}
        {...form.getInputProps('fresh_within_minutes')}
      />
      {children}
    </SimpleGrid>
  )
}
