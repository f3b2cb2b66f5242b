import { Button } from '@mantine/core'
import classes from './task-list.module.css'

interface Props {
  page: number
  totalPages: number
  onPage: (page: number) => void
}

/** Links to the previous and the next page. */
export function Paging({ page, totalPages, onPage }: Props) {
  return (
    <nav className={classes.paging} aria-label="Pagination">
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
