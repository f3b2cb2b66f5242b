import { lazy, Suspense } from 'react'
import { useHasExtraCalls } from '../../../data/app-info.ts'
import { Disclosure } from '../../../ui/disclosure.tsx'
import { LoadingSpinner } from '../../../ui/loading-spinner.tsx'
import { NEW_TASK } from '../form/task-form.ts'
import type { TaskFormState } from '../form/use-task-form.ts'

const ShapeFields = lazy(async () => ({ default: (await import('./shape-fields.tsx')).ShapeFields }))

const FIELDS = [
  'columns',
  'rows',
  'hidden_rows',
  'target_cell',
  'header',
  'more_sources',
  'source_column',
  'mode',
  'time_column',
  'key_columns',
  'missing_rows',
  'split_by',
  'targets',
  'unmatched',
  'control_sums',
] as const

/** Which columns and rows are copied, and to where. Opens on demand: most tasks copy a whole tab. */
export function ShapeSection({ form }: { form: TaskFormState }) {
  const hasExtraCalls = useHasExtraCalls()
  if (!hasExtraCalls) return null
  return (
    <Disclosure
      label="Shape: columns, rows, target cell and mode"
      isOpenAtFirst={FIELDS.some((name) => form.values[name] !== NEW_TASK[name])}
      mustBeOpen={FIELDS.some((name) => Boolean(form.errors[name]))}
    >
      <Suspense fallback={<LoadingSpinner />}>
        <ShapeFields form={form} />
      </Suspense>
    </Disclosure>
  )
}
