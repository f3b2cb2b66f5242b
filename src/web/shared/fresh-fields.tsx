import { SimpleGrid, TextInput } from '@mantine/core'
import type { ComponentProps, ReactNode } from 'react'
import { timezoneName } from '#domain/schedule/timezone.ts'
import { useAppInfo, useHasExtraCalls } from '../data/app-info.ts'
import { Disclosure } from '../ui/disclosure.tsx'
import { NumberField } from '../ui/number-field.tsx'

/** Fields beside each other stay in line, however long their descriptions are. */
const DESCRIPTION_LAST: ('label' | 'input' | 'error' | 'description')[] = ['label', 'input', 'error', 'description']
const FIELDS = ['fresh_by', 'fresh_within_minutes'] as const
type FreshField = (typeof FIELDS)[number]

interface Props {
  form: {
    readonly values: { readonly [Field in FreshField]: string }
    getInputProps(field: FreshField): ComponentProps<typeof TextInput>
    readonly errors: { readonly [Field in FreshField]?: ReactNode }
  }
  /** Shown in an empty field. */
  placeholder: string
  /** Whether a further setting differs from its default. */
  isMoreSet?: boolean
  /** Further settings below. */
  children?: ReactNode
}

/** How fresh the targets have to be, of a task or a task type. Opens on demand: most make no such promise. */
export function FreshFields({ form, placeholder, isMoreSet = false, children }: Props) {
  const timezone = useAppInfo()?.timezone
  const hasExtraCalls = useHasExtraCalls()
  if (!hasExtraCalls) return null
  return (
    <Disclosure
      label="How fresh the target has to be"
      isOpenAtFirst={isMoreSet || FIELDS.some((field) => form.values[field] !== '')}
      mustBeOpen={FIELDS.some((field) => Boolean(form.errors[field]))}
    >
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" pt="xs">
        <TextInput
          label="Fresh by"
          description={`24-hour time${timezone ? ` in ${timezoneName(timezone)}` : ''} by which it was copied`}
          inputWrapperOrder={DESCRIPTION_LAST}
          placeholder={placeholder}
          {...form.getInputProps('fresh_by')}
        />
        <NumberField
          label="Never older than (minutes)"
          description="Since a run last saw the target equal to the source"
          inputWrapperOrder={DESCRIPTION_LAST}
          placeholder={placeholder}
          {...form.getInputProps('fresh_within_minutes')}
        />
        {children}
      </SimpleGrid>
    </Disclosure>
  )
}
