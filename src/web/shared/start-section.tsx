import { lazy, type ReactNode, Suspense } from 'react'
import { useHasExtraCalls } from '../data/app-info.ts'
import { Disclosure } from '../ui/disclosure.tsx'
import { LoadingSpinner } from '../ui/loading-spinner.tsx'
import type { StartField, StartFieldsProps } from './start-fields-props.ts'

const StartFields = lazy(async () => ({ default: (await import('./start-fields.tsx')).StartFields }))

const FIELDS = [
  'every_minutes',
  'every_minutes_between',
  'after_source',
  'on_edit',
  'on_edit_pause_minutes',
  'on_edit_at_most_every_minutes',
] as const satisfies readonly StartField[]

interface Props extends StartFieldsProps {
  values: Values
  /** The values of a new task or type. */
  blank: Values
  errors: { readonly [Field in StartField]?: ReactNode }
}

type Values = { readonly [Field in StartField]: string | boolean }

/** The ways to start a task, or the tasks of a type, beside scheduled times. Opens on demand: most tasks run at clock times. */
export function StartSection({ values, blank, errors, ...fields }: Props) {
  const hasExtraCalls = useHasExtraCalls()
  if (!hasExtraCalls) return null
  return (
    <Disclosure
      label="More ways to start: interval, edits and chains"
      isOpenAtFirst={FIELDS.some((name) => values[name] !== blank[name])}
      mustBeOpen={FIELDS.some((name) => Boolean(errors[name]))}
    >
      <Suspense fallback={<LoadingSpinner />}>
        <StartFields {...fields} />
      </Suspense>
    </Disclosure>
  )
}
