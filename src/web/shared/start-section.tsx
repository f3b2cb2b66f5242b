import { lazy, type ReactNode, Suspense } from 'react'
import { Disclosure } from '../ui/disclosure.tsx'
import { LoadingSpinner } from '../ui/loading-spinner.tsx'
import { ExtraCalls } from './extra-calls.tsx'
import { START_FIELDS, type StartField, type StartFieldsProps } from './start-field.ts'

const StartFields = lazy(async () => ({ default: (await import('./start-fields.tsx')).StartFields }))

interface Props extends StartFieldsProps {
  values: Values
  /** Values of a new task or type. */
  blank: Values
  errors: { readonly [Field in StartField]?: ReactNode }
}

type Values = { readonly [Field in StartField]: string | boolean }

/** Foldable start fields of a task or type. They are folded because most tasks only run at scheduled times. */
export function StartSection({ values, blank, errors, ...fields }: Props) {
  return (
    <ExtraCalls>
      <Disclosure
        label="More ways to start: interval, edits and chains"
        isOpenAtFirst={START_FIELDS.some((name) => values[name] !== blank[name])}
        mustBeOpen={START_FIELDS.some((name) => Boolean(errors[name]))}
      >
        <Suspense fallback={<LoadingSpinner />}>
          <StartFields {...fields} />
        </Suspense>
      </Disclosure>
    </ExtraCalls>
  )
}
