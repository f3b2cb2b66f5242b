import { Button } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { useState } from 'react'
import { RestoreDialog } from './restore-dialog.tsx'

/** Opens the preview of a restore as before a run. */
export function RestoreRun({ taskId, runId }: { taskId: number; runId: number }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button variant="default" leftSection={<IconHistory size={16} aria-hidden />} onClick={() => setIsOpen(true)}>
        Restore as before this run
      </Button>
      <RestoreDialog taskId={taskId} runId={runId} opened={isOpen} onClose={() => setIsOpen(false)} />
    </>
  )
}
