import { Anchor, Card, Text } from '@mantine/core'
import { Link } from 'react-router'
import type { TaskPreview } from '#contract/preview.ts'
import { formatCount, formatElapsed } from '../../lib/format.ts'
import { paths } from '../../lib/paths.ts'
import classes from './preview-page.module.css'
import { statusText } from './status-text.ts'

interface Props {
  previewId: number
  tasks: readonly TaskPreview[]
}

/** All tasks of a preview in the server's order, the most surprising task first. */
export function PreviewTable({ previewId, tasks }: Props) {
  return (
    <Card padding={0} component="section" aria-label="Previewed tasks" className={classes.tableCard}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">Task</th>
            <th scope="col">Result</th>
            <th scope="col">Rows added</th>
            <th scope="col">changed</th>
            <th scope="col">removed</th>
            <th scope="col">Cells</th>
            <th scope="col">Requests</th>
            <th scope="col">Time</th>
          </tr>
        </thead>
        <tbody>
          {tasks.map((task) => (
            <TaskRow key={task.task_id} previewId={previewId} task={task} />
          ))}
        </tbody>
      </table>
    </Card>
  )
}

function TaskRow({ previewId, task }: { previewId: number; task: TaskPreview }) {
  const { result } = task
  return (
    <tr>
      <th scope="row">
        <Anchor component={Link} to={paths.previewOfTask(previewId, task.task_id)} size="sm">
          {task.task_name}
        </Anchor>
        <Text size="xs" c="dimmed">
          {task.task_type_name}
        </Text>
      </th>
      <td className={classes.result}>{statusText(task)}</td>
      <td>{result ? formatCount(result.rows_added) : '-'}</td>
      <td>{result ? formatCount(result.rows_changed) : '-'}</td>
      <td>{result ? formatCount(result.rows_removed) : '-'}</td>
      <td>{result ? formatCount(result.cells_filled + result.cells_changed + result.cells_cleared) : '-'}</td>
      <td>{result ? formatCount(result.reads + result.writes) : '-'}</td>
      <td>{result ? formatElapsed(result.seconds) : '-'}</td>
    </tr>
  )
}
