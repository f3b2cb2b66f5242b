import { Title } from '@mantine/core'
import { Children, type ReactNode, useId } from 'react'
import classes from './link-list.module.css'

interface Props {
  title: string
  /** Content beside the title: counts, links or the time zone. */
  aside?: ReactNode
  /** Shown when there are no lines. */
  empty: string
  /** The lines. */
  children: ReactNode
}

/** A part of the overview: a list of lines, each a link. */
export function LinkSection({ title, aside, empty, children }: Props) {
  const headingId = useId()
  const lines = Children.toArray(children)
  return (
    <section className={classes.section} aria-labelledby={headingId}>
      <div className={classes.head}>
        <Title order={2} className={classes.title} id={headingId}>
          {title}
        </Title>
        {aside && <span className={classes.aside}>{aside}</span>}
      </div>
      {lines.length === 0 ? <p className={classes.empty}>{empty}</p> : <ul className={classes.lines}>{lines}</ul>}
    </section>
  )
}
