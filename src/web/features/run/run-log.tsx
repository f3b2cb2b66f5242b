import { Anchor, Card } from '@mantine/core'
import { Link } from 'react-router'
import type { RunDetails } from '#contract/run.ts'
import { paths } from '../../lib/paths.ts'
import { LogLine } from '../../shared/log-line.tsx'
import classes from './run-page.module.css'

/** Log lines that the run wrote. */
export function RunLog({ run: { logs, task_id } }: { run: RunDetails }) {
  return (
    <Card padding="sm" component="section" aria-label="Log">
      <div className={classes.head}>
        <h2 className={classes.heading}>Log</h2>
        <Anchor component={Link} to={paths.taskLogs(task_id)} size="xs">
          Log of the task
        </Anchor>
      </div>
      {logs.length === 0 ? (
        <p className={classes.note}>No lines: the log was cleared, or dropped its oldest lines.</p>
      ) : (
        <ol className={classes.log}>
          {logs.map((log, index) => (
            <li key={log.id || -index}>
              <LogLine log={log} />
            </li>
          ))}
        </ol>
      )}
    </Card>
  )
}
