import { IconArrowRight } from '@tabler/icons-react'
import { Link } from 'react-router'
import type { Task } from '#contract/task.ts'
import { paths } from '../../../lib/paths.ts'
import { SpreadsheetLink } from '../../../shared/spreadsheet-link.tsx'
import { countSheets } from './count-sheets.ts'
import classes from './task-card.module.css'

/** The source of a task and its target, or the number of sheets that it hands rows out to. */
export function TaskSheets({ task }: { task: Task }) {
  const sheets = countSheets(task)
  return (
    <div className={classes.sheets}>
      <Sheet id={task.source_ss_id} name={task.source_ss_name} />
      <IconArrowRight size={13} role="img" aria-label="to" className={classes.arrow} />
      {sheets ? (
        <Link to={`${paths.task(task.id)}#targets`} className={classes.link}>
          {sheets}
        </Link>
      ) : (
        <Sheet id={task.target_ss_id} name={task.target_ss_name} />
      )}
    </div>
  )
}

/** A linked title with the ID below. While the title is unknown, the ID is the link. */
function Sheet({ id, name }: { id: string; name: string | null }) {
  return (
    <div className={classes.sheet}>
      <SpreadsheetLink id={id} name={name} className={classes.link} />
      {name && id && <code className={classes.sheetId}>{id}</code>}
    </div>
  )
}
