import { Anchor, Group } from '@mantine/core'
import { Link, useLocation } from 'react-router'
import { paths } from '../lib/paths.ts'
import { ExtraCalls } from './extra-calls.tsx'

/** Screens by area. The first screen of an area is in the navigation. */
const AREAS = {
  tasks: {
    label: 'Sync Tasks',
    pages: [
      { path: paths.tasks, label: 'Tasks' },
      { path: paths.map, label: 'Map' },
      { path: paths.trash, label: 'Trash' },
    ],
  },
} as const

/** Links to the neighbors of a screen, beside its title. */
export function AreaLinks({ area }: { area: keyof typeof AREAS }) {
  const { pathname } = useLocation()
  const { label, pages } = AREAS[area]
  return (
    <ExtraCalls isAwaited>
      <Group component="nav" aria-label={label} gap="md">
        {pages.map(({ path, label: page }) => (
          <Anchor
            key={path}
            component={Link}
            to={path}
            size="sm"
            py={4}
            {...(path === pathname ? { 'aria-current': 'page', c: 'inherit', fw: 600 } : { c: 'dimmed' })}
          >
            {page}
          </Anchor>
        ))}
      </Group>
    </ExtraCalls>
  )
}
