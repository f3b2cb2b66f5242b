import { IconArrowRight, IconExternalLink, IconTable } from '@tabler/icons-react'
import { Link } from 'react-router'
import { tabIdIn } from '#contract/spreadsheet-link.ts'
import type { Task } from '#contract/task.ts'
import { paths } from '../../../lib/paths.ts'
import { useSpreadsheetUrl } from '../../../shared/spreadsheet-link.tsx'
import classes from './task-page.module.css'

/** Where a task copies from and to, two links that each lead to the tab, and what it copied last. */
export function TaskEnds({ task }: { task: Task }) {
  return (
    <p className={classes.ends}>
      <End
        side="Source"
        spreadsheet={{ id: task.source_ss_id, name: task.source_ss_name }}
        tab={{ name: task.source_sheet_name, last: task.last_tabs?.source }}
      />
      <span className={classes.target}>
        <IconArrowRight size={15} aria-label="to" className={classes.arrow} />
        <End
          side="Target"
          spreadsheet={{ id: task.target_ss_id, name: task.target_ss_name }}
          tab={{ name: task.target_sheet_name, last: task.last_tabs?.target }}
        />
      </span>
      <Link className={classes.end} to={paths.dataCopy(task.id)}>
        <IconTable size={15} aria-hidden className={classes.arrow} />
        View Data Copy
      </Link>
    </p>
  )
}

interface EndProps {
  side: 'Source' | 'Target'
  spreadsheet: { id: string; name: string | null }
  /** The tab that the task names, and that of the last copy, which may have another name now. */
  tab: { name: string; last: { id: number; title: string } | null | undefined }
}

function End({ side, spreadsheet: { id, name }, tab }: EndProps) {
  const url = useSpreadsheetUrl(id)
  const linkedId = tabIdIn(tab.name)
  const tabId = linkedId ?? tab.last?.id
  const title = (linkedId === undefined && tab.name) || tab.last?.title || 'first tab'
  if (id === '') return <span>{name || '-'}</span>
  return (
    <a
      className={classes.end}
      href={url && tabId !== undefined ? `${url}#gid=${tabId}` : url}
      target="_blank"
      rel="noreferrer"
      title={`${side}: ${name ? `${name} (${id})` : id}`}
    >
      <span className={classes.file}>{name || id}</span>
      <span aria-hidden>›</span>
      <span className={classes.tab}>{title}</span>
      <IconExternalLink size={13} aria-hidden className={classes.arrow} />
    </a>
  )
}
