import { IconArrowRight } from '@tabler/icons-react'
import type { FieldChange } from '#contract/field-change.ts'
import { fieldWords } from '../lib/field-words.ts'
import classes from './field-changes.module.css'

/** Each field that changed, with its value before and after. */
export function FieldChanges({ changes }: { changes: readonly FieldChange[] }) {
  // For a new or deleted item, only fields with a value are listed.
  const shown = changes.filter(({ before, after }) => before || after)
  if (shown.length === 0) return null
  return (
    <dl className={classes.changes}>
      {shown.map((change) => (
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
