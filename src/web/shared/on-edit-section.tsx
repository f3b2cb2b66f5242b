import { lazy, type ReactNode, Suspense } from 'react'
import { useHasExtraCalls } from '../data/app-info.ts'
import { Disclosure } from '../ui/disclosure.tsx'
import { LoadingSpinner } from '../ui/loading-spinner.tsx'
import type { OnEditFieldsProps } from './on-edit-fields.tsx'

const OnEditFields = lazy(async () => ({ default: (await import('./on-edit-fields.tsx')).OnEditFields }))

const FIELDS = ['on_edit_pause_minutes', 'on_edit_at_most_every_minutes'] as const

interface Props extends OnEditFieldsProps {
  values: { readonly on_edit: string | boolean }
  errors: { readonly [Field in (typeof FIELDS)[number]]?: ReactNode }
}

/** Whether an edit of the source runs a task, or the tasks of a type. Opens on demand: most tasks run at clock times. */
export function OnEditSection({ values, errors, ...fields }: Props) {
  const hasExtraCalls = useHasExtraCalls()
  if (!hasExtraCalls) return null
  return (
    <Disclosure
      label="When the source is edited"
      isOpenAtFirst={Boolean(values.on_edit)}
      mustBeOpen={FIELDS.some((name) => Boolean(errors[name]))}
    >
      <Suspense fallback={<LoadingSpinner />}>
        <OnEditFields {...fields} />
      </Suspense>
    </Disclosure>
  )
}
