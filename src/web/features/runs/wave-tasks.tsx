import { Link } from 'react-router'
import lines from '../../shared/link-list/link-list.module.css'

interface WaveTask {
  /** The path of the task or of its run. */
  to: string
  name: string
  typeName: string
  /** The result or the expected result; null for an expected copy. */
  note: string | null
}

/** The tasks of a wave by type, each a link. */
export function WaveTasks({ tasks }: { tasks: readonly WaveTask[] }) {
  if (tasks.length === 0) return <p className={lines.when}>The tasks of this wave are gone.</p>
  const byType = Map.groupBy(tasks, ({ typeName }) => typeName)
  return [...byType].map(([typeName, ofType]) => (
    <div key={typeName}>
      <span className={lines.when}>{typeName}</span>
      <ul>
        {ofType.map(({ to, name, note }) => (
          <li key={to}>
            <Link to={to} className={lines.count}>
              {name}
            </Link>{' '}
            <span className={lines.when}>{note}</span>
          </li>
        ))}
      </ul>
    </div>
  ))
}
