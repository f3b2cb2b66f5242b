import { IconArrowRight } from '@tabler/icons-react'
import { Fragment } from 'react'
import classes from './task-types.module.css'

/** The names of a dependency chain joined with arrows; the last name is the type itself. */
export function DependencyChain({ names }: { names: readonly string[] }) {
  if (names.length === 0) return <span className={classes.quiet}>No dependencies</span>
  return (
    <span className={classes.chain}>
      {names.map((name, index) => (
        <Fragment key={name}>
          {index > 0 && <IconArrowRight size={13} role="img" aria-label="then" className={classes.arrow} />}
          <span className={index < names.length - 1 ? classes.quiet : undefined}>{name}</span>
        </Fragment>
      ))}
    </span>
  )
}
