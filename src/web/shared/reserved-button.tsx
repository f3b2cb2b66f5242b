import type { AdminRight } from '#contract/admin-rights.ts'
import { useAdminsOnly } from '../data/use-auth.ts'
import { toast } from '../lib/toast.tsx'
import { ActionButton, type ActionButtonProps } from '../ui/action-button.tsx'

interface Props extends ActionButtonProps {
  adminRight: AdminRight
  /** The owner of the item it changes, if the owner may change it too. */
  owner?: string
}

/** A button for administrators. Everybody else sees why it is not theirs, and whom to ask. */
export function ReservedButton({ adminRight, owner, ...button }: Props) {
  const reason = useAdminsOnly(adminRight, owner)
  if (reason === undefined) return <ActionButton {...button} />
  return <ActionButton {...button} isBlocked title={reason} onBlockedPress={() => toast.info(reason)} />
}
