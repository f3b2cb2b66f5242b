import { Button } from '@mantine/core'
import classes from './task-list.module.css'

interface Props {
  page: number
  totalPages: number
  onPage: (page: number) => void
}

/** The way to the other pages; absent when there is only one. */
export function Paging({ page, totalPages, onPage }: Props) {
  if (totalPages <= 1) return null
  return (
    <nav className={classes.paging} aria-label="Pages">
      <Button size="xs" variant="default" disabled={page <= 1} onClick={() => onPage(page - 1)}>
        Previous
      </Button>
      <span>
        Page {page} of {totalPages}
      </span>
      <Button size="xs" variant="default" disabled={page >= totalPages} onClick={() => onPage(page + 1)}>
        Next
      </Button>
    </nav>
  )
}
