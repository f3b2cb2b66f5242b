import { useDisclosure } from '@mantine/hooks'
import { IconPlayerPause } from '@tabler/icons-react'
import { ActionButton } from '../../ui/action-button.tsx'
import { PauseDialog } from './pause-dialog.tsx'

/** Opens the dialog to pause everything. */
export function PauseButton({ isOpenAtFirst = false }: { isOpenAtFirst?: boolean }) {
  const [isOpen, dialog] = useDisclosure(isOpenAtFirst)
  return (
    <>
      <ActionButton
        size="xs"
        variant="default"
        leftSection={<IconPlayerPause size={15} aria-hidden />}
        onPress={dialog.open}
      >
        Pause everything until …
      </ActionButton>
      <PauseDialog opened={isOpen} onClose={dialog.close} />
    </>
  )
}
