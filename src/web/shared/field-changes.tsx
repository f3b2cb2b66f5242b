import { IconArrowRight } from '@tabler/icons-react'
import type { FieldChange } from '#contract/field-change.ts'
import { pluralize } from '#domain/pluralize.ts'
import { fieldWords } from '../lib/field-words.ts'
import classes from './field-changes.module.css'

/** Maximum fields of a new or deleted item that are shown without folding. */
const MAX_FIELDS_OF_A_WHOLE = 2

/** Lists the changed fields with their values before and after. */
export function FieldChanges({ changes }: { changes: readonly FieldChange[] }) {
  // For a new or deleted item, only fields with a value are listed.
  const shown = changes.filter(({ before, after }) => before || after)
  if (shown.length === 0) return null
  if (shown.length > MAX_FIELDS_OF_A_WHOLE && isWhole(shown)) return <Folded changes={shown} />
  return <List changes={shown} />
}

/** Lists the fields of a new or deleted item on request. */
function Folded({ changes }: { changes: readonly FieldChange[] }) {
  return (
    <details>
      <summary>{pluralize(changes.length, 'field')}</summary>
      <List changes={changes} />
    </details>
  )
}

function isWhole(changes: readonly FieldChange[]): boolean {
  return changes.every(({ before }) => before === null) || changes.every(({ after }) => after === null)
}

function List({ changes }: { changes: readonly FieldChange[] }) {
  return (
    <dl className={classes.changes}>
      {changes.map((change) => (
        <FieldRow key={change.field} change={change} />
      ))}
    </dl>
  )
}

function FieldRow({ change: { field, before, after } }: { change: FieldChange }) {
  return (
    <div className={classes.change}>
      <dt>{fieldWords(field)}</dt>
      <dd>
        {before !== null && (before === '' ? <Empty /> : <del>{before}</del>)}
        {before !== null && after !== null && <IconArrowRight className={classes.arrow} size={14} aria-hidden />}
        {after !== null && (after === '' ? <Empty /> : <ins>{after}</ins>)}
      </dd>
    </div>
  )
}

function Empty() {
  return <span className={classes.empty}>empty</span>
}
