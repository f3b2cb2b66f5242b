import { type ComponentType, lazy, Suspense } from 'react'
import type { HelpPage } from '#contract/help.ts'
import type { TaskType } from '#contract/task-type.ts'
import { fieldWords } from '../../../lib/field-words.ts'
import { ExtraCalls } from '../../../shared/extra-calls.tsx'
import { FRESH_FIELDS, FreshFields } from '../../../shared/fresh-fields.tsx'
import { HelpLink } from '../../../shared/help-link.tsx'
import { Disclosure } from '../../../ui/disclosure.tsx'
import { LoadingSpinner } from '../../../ui/loading-spinner.tsx'
import { readSources } from '../shape/chosen-sources.ts'
import type { AdditionProps } from './addition-props.ts'
import { findOptionLabel } from './field-options.ts'
import { OtherFields } from './other-fields.tsx'
import { NEW_TASK, type TaskFormValues } from './task-form.ts'

const ShapeFields = lazy(async () => ({ default: (await import('../shape/shape-fields.tsx')).ShapeFields }))
const ArrivalFields = lazy(async () => ({ default: (await import('../shape/arrival-fields.tsx')).ArrivalFields }))
const SourceFields = lazy(async () => ({ default: (await import('../shape/source-fields.tsx')).SourceFields }))

interface Addition {
  label: string
  fields: readonly (keyof TaskFormValues)[]
  Panel: ComponentType<AdditionProps>
  /** Documentation page about the fields. */
  help?: HelpPage
}

const ADDITIONS: readonly Addition[] = [
  { label: 'Only some columns or rows', fields: ['columns', 'rows'], Panel: ShapeFields, help: 'use/shape' },
  {
    label: 'How rows arrive',
    fields: [
      'mode',
      'time_column',
      'key_columns',
      'missing_rows',
      'target_cell',
      'header',
      'hidden_rows',
      'holds_edits',
      'beside',
      'split_by',
      'targets',
      'targets_from',
      'unmatched',
      'control_sums',
    ],
    Panel: ArrivalFields,
    help: 'use/shape',
  },
  {
    label: 'More sources',
    fields: ['more_sources', 'source_column', 'when_source_fails'],
    Panel: SourceFields,
    help: 'use/bring-together',
  },
  {
    label: 'Freshness',
    fields: FRESH_FIELDS,
    Panel: ({ form, type }) => <FreshFields form={form} isOfTask ofType={type} />,
    help: 'use/freshness',
  },
]

const OTHER: Addition = {
  label: 'Accounts, start row, chunk size, limits, expectations, notes',
  fields: [
    'relevant_user_accounts',
    'start_row',
    'chunk_size',
    'max_concurrent_tasks',
    'expect_filled',
    'expect_unique',
    'notes',
  ],
  Panel: OtherFields,
}

/** Settings that most tasks leave at their defaults. Each is a line that opens to its fields. */
export function Additions({ openPart, ...props }: AdditionProps & { openPart: string | undefined }) {
  return (
    <div>
      {/* A server without the other additions has few fields. */}
      <ExtraCalls otherwise={<AdditionLine {...props} {...OTHER} isOpenAtFirst />}>
        {[...ADDITIONS, OTHER].map((addition) => (
          <AdditionLine key={addition.label} {...props} {...addition} isOpenAtFirst={addition.label === openPart} />
        ))}
      </ExtraCalls>
    </div>
  )
}

/** Describes the settings with values other than their defaults, in the form's words. */
export function describeAdditions(
  values: TaskFormValues,
  type: Pick<TaskType, 'chunk_size'> | undefined,
): { label: string; text: string }[] {
  return [...ADDITIONS, OTHER]
    .map(({ label, fields }) => ({ label, text: summarize(values, { fields, type }) }))
    .filter(({ text }) => text !== '')
}

function AdditionLine({
  label,
  fields,
  Panel,
  help,
  isOpenAtFirst = false,
  ...props
}: Addition & AdditionProps & { isOpenAtFirst?: boolean }) {
  const { form, type } = props
  return (
    <Disclosure
      label={label}
      isOpenAtFirst={isOpenAtFirst}
      mustBeOpen={fields.some((field) => Boolean(form.errors[field]))}
      summary={summarize(form.values, { fields, type })}
    >
      <Suspense fallback={<LoadingSpinner />}>
        <Panel {...props} />
        {help && <HelpLink page={help} label={`Help: ${label}`} />}
      </Suspense>
    </Disclosure>
  )
}

/** Lists the fields with values other than their defaults, e.g. 'Start row: 3'. */
function summarize(
  values: TaskFormValues,
  { fields, type }: Pick<Addition, 'fields'> & { type: Pick<TaskType, 'chunk_size'> | undefined },
): string {
  const chunkSize = type?.chunk_size ? String(type.chunk_size) : NEW_TASK.chunk_size
  const defaults = { ...NEW_TASK, chunk_size: chunkSize }
  return fields
    .filter((field) => values[field] !== defaults[field])
    .map((field) => (values[field] === true ? fieldWords(field) : `${fieldWords(field)}: ${describe(field, values)}`))
    .join(' · ')
}

/** Formats a value in the form's words, on a single line. */
function describe(field: keyof TaskFormValues, values: TaskFormValues): string {
  if (field === 'more_sources') return String(readSources(values.more_sources)?.length ?? values.more_sources)
  return findOptionLabel(field, values[field]) ?? String(values[field]).replaceAll('\n', '; ')
}
