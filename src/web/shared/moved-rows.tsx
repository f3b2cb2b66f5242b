import { Text } from '@mantine/core'
import type { MovedRows as Moves } from '#contract/moved-rows.ts'
import { describeBlock, describeCarried } from '#domain/beside/moved-rows.ts'
import { pluralize } from '#domain/pluralize.ts'
import { formatCount } from '../lib/format.ts'
import classes from './moved-rows.module.css'

/** Maximum lines that are shown unfolded. */
const MAX_OPEN = 12

/** Rows of the target that move with the copied rows, from top to bottom. */
export function MovedRows({ moves, label }: { moves: Moves; label: string }) {
  const { blocks, rows, cells } = moves
  const listed = blocks.reduce((sum, block) => sum + block.rows, 0)
  const beside = cells > 0 ? `, with ${pluralize(cells, 'cell')} beside` : ''
  return (
    <section className={classes.section} aria-label={label}>
      {describeCarried(moves)}
      {rows > 0 && (
        <details className={classes.moves} open={blocks.length <= MAX_OPEN}>
          <summary>
            {label}: {pluralize(rows, 'row')}
            {beside}
          </summary>
          <ul className={classes.blocks}>
            {blocks.map((block) => (
              <li key={block.row}>{describeBlock(block)}</li>
            ))}
          </ul>
          {rows > listed && (
            <Text size="xs" c="dimmed">
              The first {formatCount(listed)} of {pluralize(rows, 'row')}.
            </Text>
          )}
        </details>
      )}
    </section>
  )
}
