import { IconFileSpreadsheet, IconHierarchy2, IconHome, IconListCheck, IconSettings } from '@tabler/icons-react'
import { NavLink } from 'react-router'
import classes from './shell.module.css'

const LINKS = [
  { to: '/', label: 'Home', Icon: IconHome },
  { to: '/sync_tasks', label: 'Sync Tasks', Icon: IconListCheck },
  { to: '/sync_task_types', label: 'Task Types', Icon: IconHierarchy2 },
  { to: '/settings', label: 'Settings', Icon: IconSettings },
  { to: '/import_export', label: 'Import/Export', Icon: IconFileSpreadsheet },
]

/** The ways to the main screens; Home counts as active on its exact path only. */
export function NavLinks() {
  return LINKS.map(({ to, label, Icon }) => (
    <NavLink key={to} to={to} end={to === '/'} className={classes.link ?? ''}>
      <Icon size={17} stroke={1.6} aria-hidden />
      {label}
    </NavLink>
  ))
}
