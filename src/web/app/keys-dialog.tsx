import { Kbd, Modal, Table } from '@mantine/core'

const KEYS = [
  { keys: ['Ctrl', 'K'], does: 'Search, or run a command' },
  { keys: ['?'], does: 'Show these shortcuts' },
  { keys: ['Ctrl', 'A'], does: 'Select all tasks that are shown' },
  { keys: ['Shift', 'Space'], does: 'On the box of a task: select all from the last selected one' },
  { keys: ['Esc'], does: 'Clear the selection; close a dialog, a menu or a panel' },
  { keys: ['↑', '↓'], does: 'On the name of a task in Rows: go to the one above or below' },
  { keys: ['Enter'], does: 'On the name of a task in Rows: show its card' },
  { keys: ['←', '→'], does: 'On the bar of a run: go to the run before or after' },
] as const

/** Lists all keyboard shortcuts. */
export function KeysDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Modal opened={opened} onClose={onClose} title="Keyboard shortcuts">
      <Table>
        <Table.Tbody>
          {KEYS.map(({ keys, does }) => (
            <Table.Tr key={does}>
              <Table.Th scope="row" fw={400} w={130}>
                {keys.map((key) => (
                  <Kbd key={key} size="sm" mr={4}>
                    {key}
                  </Kbd>
                ))}
              </Table.Th>
              <Table.Td>{does}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Modal>
  )
}
