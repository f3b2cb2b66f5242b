import { NavLink } from 'react-router'
import { paths } from '../lib/paths.ts'
import { ExtraCalls } from './extra-calls.tsx'
import classes from './settings-area.module.css'

const PAGES = [
  { path: paths.home, label: 'Overview' },
  { path: paths.runs, label: 'Runs' },
  { path: paths.activity, label: 'Activity' },
]

/** The links between the pages about runs. Only some servers have them. */
export function HomePages() {
  return (
    <ExtraCalls isAwaited>
      <nav aria-label="Home" className={classes.pages}>
        {PAGES.map(({ path, label }) => (
          <NavLink key={path} to={path} end className={classes.page ?? ''}>
            {label}
          </NavLink>
        ))}
      </nav>
    </ExtraCalls>
  )
}
