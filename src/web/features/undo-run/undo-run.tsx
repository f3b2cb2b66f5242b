import { Button } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { useState } from 'react'
import { UndoDialog } from './undo-dialog.tsx'

/** Opens the preview of an undo. */
export function UndoRun({ taskId, runId }: { taskId: number; runId: number }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button variant="default" leftSection={<IconHistory size={16} aria-hidden />} onClick={() => setIsOpen(true)}>
        Undo back to before this run
      </Button>
      <UndoDialog taskId={taskId} runId={runId} opened={isOpen} onClose={() => setIsOpen(false)} />
    </>
  )
}
