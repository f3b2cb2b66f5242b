import { IconArrowRight } from '@tabler/icons-react'
import type { Task } from '#contract/task.ts'
import { SpreadsheetLink } from '../../../ui/spreadsheet-link.tsx'
import classes from './task-card.module.css'

/** The source and target of a task: linked names with the ids below. */
export function TaskSheets({ task }: { task: Task }) {
  return (
    <div className={classes.sheets}>
      <div className={classes.sheet}>
        <SpreadsheetLink id={task.source_ss_id} name={task.source_ss_name} className={classes.link} />
        <code className={classes.sheetId}>{task.source_ss_id}</code>
      </div>
      <IconArrowRight size={13} aria-label="to" className={classes.arrow} />
      <div className={classes.sheet}>
        <SpreadsheetLink id={task.target_ss_id} name={task.target_ss_name} className={classes.link} />
        <code className={classes.sheetId}>{task.target_ss_id}</code>
      </div>
    </div>
  )
}
