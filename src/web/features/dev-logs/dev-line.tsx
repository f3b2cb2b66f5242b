import type { Tone } from '../../shared/task-tone.ts'
import classes from './dev-line.module.css'
import { parseDevLine } from './parse-dev-line.ts'

const TONE_OF_LEVEL: Readonly<Record<string, Tone>> = { info: 'blue', warn: 'yellow', error: 'red', fatal: 'red' }

/** Line of a server log. Lines in the server's JSON format are shown with time, level and message set apart. */
export function DevLine({ line }: { line: string }) {
  const parts = parseDevLine(line)
  if (!parts) return line
  return (
    <>
      <time className={classes.quiet} dateTime={parts.at}>
        {parts.at}
      </time>{' '}
      <span className={classes.level} data-tone={TONE_OF_LEVEL[parts.level] ?? 'gray'}>
        {parts.level}
      </span>{' '}
      {parts.message} <span className={classes.quiet}>{parts.details}</span>
    </>
  )
}
