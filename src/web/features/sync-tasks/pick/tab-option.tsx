import type { Tab } from '#contract/spreadsheet.ts'
import { countOf } from '#domain/count-of.ts'
import classes from './pick.module.css'

/** The name of a tab with its size; only the name where the tab is not known. */
export function TabOption({ name, tab }: { name: string; tab: Tab | undefined }) {
  if (!tab) return name
  const { row_count, column_count, is_hidden } = tab
  const size = `${countOf(row_count, 'row')} × ${countOf(column_count, 'column')}`
  return (
    <div>
      {name}
      <div className={classes.detail}>{is_hidden ? `${size}, hidden` : size}</div>
    </div>
  )
}
