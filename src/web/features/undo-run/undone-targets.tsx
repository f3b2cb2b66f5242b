import { Button, Table, Text } from '@mantine/core'
import type { UndoneTarget } from '#contract/change-set.ts'
import { pluralize } from '#domain/pluralize.ts'
import classes from './edited-cells.module.css'

interface Props {
  targets: readonly UndoneTarget[]
  /** Chooses a single target to undo. */
  onChoose: (value: string) => void
}

/** The targets of an undo, each with its changes. */
export function UndoneTargets({ targets, onChoose }: Props) {
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it */}
      <section className={classes.scroll} tabIndex={0} aria-label="Targets">
        <Table stickyHeader>
          <Table.Tbody>
            {targets.map(({ value, cells, refusal }) => (
              <Table.Tr key={value}>
                <Table.Td>{value}</Table.Td>
                <Table.Td>{refusal ?? pluralize(cells, 'cell')}</Table.Td>
                <Table.Td align="right">
                  {refusal === null && (
                    <Button
                      size="compact-xs"
                      variant="default"
                      aria-label={`Only this: ${value}`}
                      onClick={() => onChoose(value)}
                    >
                      Only this
                    </Button>
                  )}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </section>
      <Text size="sm">
        Edited cells keep the edit. To see or overwrite them, choose one target. Rows that came from another target stay
        below the other rows until the next run if only one of both is undone.
      </Text>
    </>
  )
}
