import type { AdminRight } from '#contract/admin-rights.ts'
import { useAdminsOnly } from '../data/use-auth.ts'
import { toast } from '../lib/toast.tsx'
import { ActionButton, type ActionButtonProps } from '../ui/action-button.tsx'

interface Props extends ActionButtonProps {
  adminRight: AdminRight
  /** Owner of the item, if the owner may also use the button. */
  owner?: string
}

/** Button for administrators. Everybody else sees why they cannot use it, and whom to ask. */
export function ReservedButton({ adminRight, owner, ...button }: Props) {
  const reason = useAdminsOnly(adminRight, owner)
  if (reason === undefined) return <ActionButton {...button} />
  return <ActionButton {...button} isBlocked title={reason} onBlockedPress={() => toast.info(reason)} />
}
