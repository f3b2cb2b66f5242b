import type { Route } from '#contract/route.ts'
import { useAdminsOnly } from '../data/use-auth.ts'
import { toast } from '../lib/toast.tsx'
import { ActionButton, type ActionButtonProps } from '../ui/action-button.tsx'

interface Props extends ActionButtonProps {
  /** The call that only administrators may make. */
  route: Route
  /** Whose thing it changes, where its owner may too. */
  owner?: string
}

/** A button for administrators. Everybody else sees why it is not theirs, and whom to ask. */
export function ReservedButton({ route, owner, ...button }: Props) {
  const reason = useAdminsOnly(route, owner)
  if (reason === undefined) return <ActionButton {...button} />
  return <ActionButton {...button} isBlocked title={reason} onBlockedPress={() => toast.info(reason)} />
}
