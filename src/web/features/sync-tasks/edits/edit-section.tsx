import { lazy, Suspense } from 'react'
import { useHasExtraCalls } from '../../../data/app-info.ts'
import { Disclosure } from '../../../ui/disclosure.tsx'
import { LoadingSpinner } from '../../../ui/loading-spinner.tsx'
import type { TaskFormState } from '../form/use-task-form.ts'

const EditFields = lazy(async () => ({ default: (await import('./edit-fields.tsx')).EditFields }))

const FIELDS = ['on_edit_pause_minutes', 'on_edit_at_most_every_minutes'] as const

/** Whether an edit of the source runs the task. Opens on demand: most tasks run at clock times. */
export function EditSection({ form }: { form: TaskFormState }) {
  const hasExtraCalls = useHasExtraCalls()
  if (!hasExtraCalls) return null
  return (
    <Disclosure
      label="When the source is edited"
      isOpenAtFirst={form.values.on_edit}
      mustBeOpen={FIELDS.some((name) => Boolean(form.errors[name]))}
    >
      <Suspense fallback={<LoadingSpinner />}>
        <EditFields form={form} />
      </Suspense>
    </Disclosure>
  )
}
