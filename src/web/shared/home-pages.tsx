import { NavLink } from 'react-router'
import { useMayHaveExtraCalls } from '../data/app-info.ts'
import { paths } from '../lib/paths.ts'
import classes from './settings-area.module.css'

const PAGES = [
  { path: paths.home, label: 'Overview' },
  { path: paths.runs, label: 'Runs' },
  { path: paths.activity, label: 'Activity' },
]

/** The links between the pages that say what happened. Only some servers have them. */
export function HomePages() {
  if (!useMayHaveExtraCalls()) return null
  return (
    <nav aria-label="Home" className={classes.pages}>
      {PAGES.map(({ path, label }) => (
        <NavLink key={path} to={path} end className={classes.page ?? ''}>
          {label}
        </NavLink>
      ))}
    </nav>
  )
}
